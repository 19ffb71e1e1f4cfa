// The filter of Shoots by a part of their headings.
{
  const shoots = [...document.querySelectorAll(".shoot")];
  const list = document.querySelector(".shoots");
  if (list && shoots.length > 1) {
    const form = document.createElement("form");
    form.className = "filters";
    form.setAttribute("role", "search");
    const label = document.createElement("label");
    const input = document.createElement("input");
    Object.assign(input, { type: "search", placeholder: "part of a name or file" });
    label.append("Shoot", input);
    const status = document.createElement("output");
    form.append(label, status);
    list.before(form);
    const headings = shoots.map((shoot) => shoot.querySelector("h3").textContent.toLowerCase());
    const apply = () => {
      const part = input.value.trim().toLowerCase();
      let shown = 0;
      for (const [at, shoot] of shoots.entries()) {
        shoot.hidden = !headings[at].includes(part);
        shown += shoot.hidden ? 0 : 1;
      }
      status.textContent = `Shown: ${shown} of ${shoots.length}`;
    };
    form.addEventListener("submit", (event) => event.preventDefault());
    input.addEventListener("input", () => {
      address.keep({ shoot: input.value });
      apply();
    });
    address.follow((kept) => {
      input.value = kept.get("shoot") ?? "";
      apply();
    });
  }
}
