// The calendar: buttons for the time that is shown, and only words that fit their bar.
for (const calendar of document.querySelectorAll(".calendar")) {
  const section = calendar.closest("section");
  const scroll = calendar.querySelector(".cal-scroll");
  const chart = calendar.querySelector(".cal-chart");
  const axis = calendar.querySelector(".cal-axis");
  const dates = axis.querySelector("svg");
  const moves = section.querySelector(".cal-moves");
  const zoom = section.querySelector(".cal-zoom");
  const [shownName, movesName] = [`${section.id}-days`, `${section.id}-moves`];
  const days = Number(chart.dataset.days);
  const now = Number.parseFloat(chart.dataset.now) / 100;

  const words = [...chart.querySelectorAll(".cal-word")].map((word) => ({
    word,
    bar: word.parentNode.querySelector(".cal-stage"),
    length: word.getComputedTextLength(),
  }));
  /** Words stand where their bars come into view, and only where there is room for them. */
  const fit = () => {
    const edge = scroll.getBoundingClientRect().left;
    const bars = words.map(({ bar }) => bar.getBoundingClientRect());
    for (const [at, { word, length }] of words.entries()) {
      const hidden = Math.max(0, edge - bars[at].left);
      word.setAttribute("transform", `translate(${hidden} 0)`);
      word.classList.toggle("narrow", length + 10 > bars[at].width - hidden);
    }
  };
  /** The dates stand above the part that scrolls, so that they stay in view. */
  const align = () => {
    axis.scrollLeft = scroll.scrollLeft;
    fit();
  };
  const show = (shown) => {
    const times = shown ? Math.max(1, days / shown) : 1;
    for (const drawing of [chart, dates]) drawing.setAttribute("width", `${times * 100}%`);
    const pixels = chart.clientWidth / days;
    calendar.classList.toggle("quarters", pixels * 91 > 36);
    calendar.classList.toggle("months", pixels * 30 > 36);
    scroll.scrollLeft = now * chart.clientWidth - scroll.clientWidth / 4;
    align();
    for (const button of zoom.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(Number(button.dataset.days) === shown));
    }
  };

  for (const button of zoom.querySelectorAll("button")) {
    const shown = Number(button.dataset.days);
    button.hidden = shown >= days;
    button.addEventListener("click", () => {
      show(shown);
      address.keep({ [shownName]: String(shown) });
    });
  }
  scroll.addEventListener("scroll", align);
  moves?.addEventListener("change", () => address.keep({ [movesName]: moves.checked && "1" }));
  zoom.hidden = false;
  address.follow((kept) => {
    if (moves) moves.checked = kept.has(movesName);
    const offered = [...zoom.querySelectorAll("button:not([hidden])")].map((button) => button.dataset.days);
    const shown = kept.get(shownName);
    show(offered.includes(shown) ? Number(shown) : days > 1200 ? 1096 : 0);
  });
  addEventListener("resize", fit);
}
