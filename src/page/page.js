// Filters of tables, one row for each name, and the reasons of a cell. All data is in the page, and
// only enters it as text. Without this script, the tables stand as they are.
'use strict';

/** What the address keeps behind its `#`: names and values. An address of a part of the page has none. */
const address = {
  kept: new URLSearchParams(),
  read() {
    const has = !location.hash || location.hash.includes('=');
    if (has) this.kept = new URLSearchParams(location.hash.slice(1));
    return has;
  },
  keep(values) {
    for (const [name, value] of Object.entries(values)) {
      if (value) this.kept.set(name, value); else this.kept.delete(name);
    }
    history.replaceState(null, '', `#${this.kept}`);
  },
  /** Does something with what the address keeps, now and whenever somebody changes it. */
  follow(apply) {
    addEventListener('hashchange', () => this.read() && apply(this.kept));
    this.read();
    apply(this.kept);
  },
};

(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  if (!data.tables) return;

  /** Makes an element with properties and children; texts become text nodes. */
  const make = (name, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };
  const range = (length) => Array.from({ length }, (_, at) => at);
  const distinct = (values) => [...new Set(values)];

  // --- The tables, as they were written.

  /** A table with all that the script asks of its rows and columns. */
  const sheets = [...document.querySelectorAll('table[data-sheet]')].map((table) => {
    const at = Number(table.dataset.sheet);
    const { file, document: number, table: { columns, rows } } = data.tables.tables[at];
    const body = [...table.tBodies[0].rows];
    const headings = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
    const sides = body[0].cells.length - columns.length;
    return {
      table,
      kind: table.dataset.kind,
      profile: [file, number],
      reasons: data.reasons[at],
      sides,
      head: table.tHead.cloneNode(true),
      foot: table.tFoot.rows[0].cloneNode(true),
      rows: rows.map((row, index) => ({ ...row, ...data.shown[at].rows[index], index, line: body[index] })),
      columns: columns.map((column, index) => ({
        ...column,
        ...data.shown[at].columns[index],
        index,
        heading: headings.at(index - columns.length),
      })),
    };
  });
  if (!sheets.length) return;
  const main = sheets.find((sheet) => sheet.rows[0].machineTypes);

  /** What is known of a machine type of a profile: architecture, use, and regions. */
  const machines = new Map();
  const machine = ({ profile }, name) => {
    const key = JSON.stringify([profile, name]);
    return machines.get(key) ?? machines.set(key, {}).get(key);
  };
  for (const sheet of sheets) {
    for (const row of sheet.rows.filter((row) => row.machineTypes)) {
      for (const name of row.names) Object.assign(machine(sheet, name), { architecture: row.architecture, usable: row.usable });
    }
    if (sheet.kind !== 'machineTypeAvailability') continue;
    for (const row of sheet.rows) {
      const regions = new Set(sheet.columns.filter((_, at) => row.cells[at]).map((column) => column.region));
      for (const name of row.names) Object.assign(machine(sheet, name), { regions, usable: row.usable });
    }
  }

  // --- The filter.

  const filter = { machine: '', image: '', arch: '', class: '', region: '', usable: false, each: false };
  const has = (text, part) => text.toLowerCase().includes(part.trim().toLowerCase());

  const keepsMachine = (sheet, name) => {
    const known = machine(sheet, name);
    return has(name, filter.machine) && (!filter.arch || !known.architecture || known.architecture === filter.arch)
      && (!filter.usable || known.usable !== false) && (!filter.region || !known.regions || known.regions.has(filter.region));
  };
  const keepsVersion = (of, name) => has(`${of.image} ${name}`, filter.image)
    && (!filter.class || !of.classification || of.classification === filter.class);

  /** Whether a version is for an architecture, and may have an artifact in a region, as far as that is known. */
  const offers = ({ reasons }, column, at) => {
    if (!reasons) return true;
    const position = reasons.columns[column.index][at];
    const architectures = reasons.architectures[reasons.versionGroups[position]] ?? [];
    if (filter.arch && architectures.length && !architectures.includes(filter.arch)) return false;
    const exists = (piece) => typeof piece === 'string' || !reasons.lacking.includes(piece);
    const isThere = (set) => reasons.regionSets[set].some((region) => reasons.regions[region] === filter.region);
    const outcomes = reasons.artifacts[position];
    return !filter.region || !outcomes || outcomes.some((pieces) => pieces.some(
      (piece, index) => index % 2 === 0 && exists(piece) && isThere(pieces[index + 1])));
  };
  /** Whether a row of artifacts is for an architecture. */
  const isFor = ({ architectures }) => !filter.arch || !architectures || architectures.includes(filter.arch);

  /** The names of a row that pass, by position. */
  const rowNames = (sheet, row) => range(row.names.length).filter((at) => {
    if (sheet.kind === 'regions') return keepsVersion(row, row.names[at]) && isFor(row);
    if (sheet.kind === 'volumeTypeAvailability') return !filter.usable || row.usable;
    return keepsMachine(sheet, row.names[at]);
  });
  const columnNames = (sheet, column) => {
    if (sheet.kind === 'regions') return range(column.names.length).filter((at) => !filter.region || column.names[at] === filter.region);
    if (column.region !== undefined) return !filter.region || column.region === filter.region ? range(column.names.length) : [];
    return range(column.names.length).filter((at) => keepsVersion(column, column.names[at]) && offers(sheet, column, at));
  };
  const keepsNameless = (sheet, column) => (column.region !== undefined
    ? !filter.region || column.region === filter.region
    : sheet.kind === 'regions' || has(column.image, filter.image));

  // --- Drawing.

  const label = (names) => (names.length <= 4 ? names.join(', ') : `${names.slice(0, 3).join(', ')}, … (${names.length})`);

  /** Rows or columns as shown: each with its names, or one for each name. */
  const shown = (all, names, nameless) => all.flatMap((of) => {
    if (!of.names.length) return nameless(of) ? [{ of, at: [] }] : [];
    const at = names(of);
    if (!at.length) return [];
    return filter.each ? at.map((one) => ({ of, at: [one] })) : [{ of, at }];
  });

  /** Gives a copy of a heading the names that are left. */
  const named = (heading, { of, at }) => {
    if (at.length === of.names.length) return heading;
    heading.querySelector('.names').textContent = label(at.map((one) => of.names[one]));
    const note = heading.querySelector('.note');
    if (note && of.classification) note.textContent = at.length > 1 ? `${at.length} ${of.classification}` : of.classification;
    return heading;
  };

  const counts = (cell) => cell.dataset.counts !== '0';
  const ofAll = (pairs) => {
    const some = pairs.filter(([cell]) => counts(cell)).reduce((sum, [, names]) => sum + names, 0);
    return { textContent: `${some} of ${pairs.reduce((sum, [, names]) => sum + names, 0)}`, className: some ? 'count' : 'count none' };
  };

  const sum = (views) => views.reduce((total, { at }) => total + Math.max(at.length, 1), 0);
  const kinds = { regions: ['image version', 'region'], volumeTypeAvailability: ['volume type', 'zone'], machineTypeAvailability: ['machine type', 'zone'] };
  /** Says above a table how much of it the filter leaves, where that is not all. */
  const tell = (sheet) => {
    sheet.note ??= make('p', { className: 'remark shown' });
    const [rows, columns] = [sum(sheet.shownRows), sum(sheet.shownColumns)];
    const all = [sheet.rows, sheet.columns].map((views) => views.reduce((total, { names }) => total + Math.max(names.length, 1), 0));
    const [row, column] = kinds[sheet.kind] ?? ['machine type', 'image version'];
    const lacking = [!rows && row, !columns && column].filter(Boolean);
    sheet.note.textContent = lacking.length ? `No ${lacking.join(' and no ')} matches the filters.` : `Shown: ${rows} × ${columns}, of ${all[0]} × ${all[1]}`;
    sheet.note.hidden = rows === all[0] && columns === all[1];
    if (!sheet.note.isConnected) sheet.table.closest('.scroll').before(sheet.note);
  };

  const draw = (sheet) => {
    const rows = shown(sheet.rows, (row) => rowNames(sheet, row), () => true);
    const columns = shown(sheet.columns, (column) => columnNames(sheet, column), (column) => keepsNameless(sheet, column));
    Object.assign(sheet, { shownRows: rows, shownColumns: columns });
    const { table, sides } = sheet;

    const head = sheet.head.cloneNode(true);
    const groups = [...head.querySelectorAll('.group')];
    const last = head.rows[head.rows.length - 1];
    [...last.cells].slice(groups.length ? 0 : sides).forEach((cell) => { cell.remove(); });
    last.append(...columns.map((column) => named(column.of.heading.cloneNode(true), column)));
    let start = 0;
    for (const group of groups) {
      const end = start + group.colSpan;
      const span = columns.filter(({ of }) => of.index >= start && of.index < end).length;
      if (span) group.colSpan = span; else group.remove();
      start = end;
    }
    table.tHead.replaceWith(head);

    const lines = rows.map((row) => {
      const cells = row.of.line.cells;
      const line = make('tr', {}, ...[...cells].slice(0, sides).map((cell) => cell.cloneNode(true)),
        ...columns.map((column) => cells[sides + column.of.index].cloneNode(true)));
      named(line.cells[0], row);
      const pairs = columns.map((column, at) => [line.cells[sides + at], Math.max(column.at.length, 1)]);
      Object.assign(line.cells[sides - 1], ofAll(pairs));
      return line;
    });
    table.tBodies[0].replaceChildren(...lines);
    const foot = make('tr', {}, ...[...sheet.foot.cells].slice(0, sides).map((cell) => cell.cloneNode(true)));
    foot.append(...columns.map((_, at) => make('td',
      ofAll(lines.map((line, row) => [line.cells[sides + at], rows[row].at.length])))));
    table.tFoot.replaceChildren(foot);
    table.closest('.scroll').hidden = !lines.length || !columns.length;
    tell(sheet);
    if (sheet.reasons && lines[0]?.cells[sides]) lines[0].cells[sides].tabIndex = 0;
  };

  // --- Reasons.

  const panel = make('dialog', { id: 'reasons' });
  document.body.append(panel);
  panel.addEventListener('click', (event) => event.target === panel && panel.close());

  /** A text of a shared document, with code between backticks. */
  const prose = (text) => text.split('\n').flatMap((line, at) => [
    ...(at ? [make('br')] : []),
    ...line.split(/`([^`]+)`/).map((part, odd) => (odd % 2 ? make('code', {}, part) : part)),
  ]);
  const span = (reasons, at) => {
    const text = reasons.texts[at];
    return typeof text === 'string' ? prose(text) : [make('span', { className: text[1] }, ...prose(text[0]))];
  };
  const block = (reasons, { p, t }) => {
    if (p) return make('p', { className: p[0] ? `in${p[0]}` : '' }, ...p[1].flatMap((at) => span(reasons, at)));
    const line = (cells, head) => make('tr', {}, ...cells.map((at, first) => make(head || !first ? 'th' : 'td',
      head || !first ? { scope: head ? 'col' : 'row' } : {}, ...span(reasons, at))));
    return make('div', { className: 'scroll', tabIndex: 0 }, make('table', { className: 'plain' },
      make('thead', {}, line(reasons.lines[t[0]], true)), make('tbody', {}, ...t.slice(1).map((row) => line(reasons.lines[row], false)))));
  };

  /** The artifacts of a version, by region. */
  const artifacts = (reasons, machineType, version) => {
    const outcome = reasons.outcomes[reasons.machineGroups[machineType]]?.[version];
    const pieces = reasons.artifacts[version]?.[outcome] ?? [];
    const rows = range(pieces.length / 2).map((at) => {
      const [what, regions] = [pieces[2 * at], reasons.regionNames[pieces[2 * at + 1]]];
      return make('tr', {}, make('th', { scope: 'row' }, regions),
        make('td', {}, ...(typeof what === 'string' ? [make('span', { className: 'green' }, `${reasons.sign} `), what] : span(reasons, what))));
    });
    return make('div', { className: 'scroll', tabIndex: 0 }, make('table', { className: 'plain' },
      make('thead', {}, make('tr', {}, ...reasons.headings.map((text) => make('th', { scope: 'col' }, text)))),
      make('tbody', {}, ...rows)));
  };

  const explain = (sheet, row, column, fits) => {
    const { reasons } = sheet;
    const machineTypes = row.at.map((at) => reasons.rows[row.of.index][at]);
    const versions = column.at.map((at) => reasons.columns[column.of.index][at]);
    const machineName = (position) => row.of.names[reasons.rows[row.of.index].indexOf(position)];
    const versionName = (position) => column.of.names[reasons.columns[column.of.index].indexOf(position)];
    const documentOf = (a, b) => reasons.pairs[reasons.machineGroups[a]][reasons.versionGroups[b]];
    const all = machineTypes.flatMap((a) => versions.map((b) => ({ a, b, document: documentOf(a, b) })));
    const body = reasons.unexplained ? [make('p', {}, ...prose(reasons.unexplained))] : [];
    const documents = reasons.unexplained ? [] : distinct(all.map((pair) => pair.document));
    for (const document of documents) {
      const pairs = all.filter((pair) => pair.document === document);
      const of = distinct(pairs.map(({ a }) => machineName(a)));
      const by = distinct(pairs.map(({ b }) => versionName(b)));
      if (documents.length > 1) body.push(make('h3', {}, `${label(of)} × ${column.of.image} ${label(by)}`));
      body.push(...reasons.documents[document].map((at) => block(reasons, reasons.blocks[at])));
    }
    if (reasons.unknown) body.push(make('p', {}, ...prose(reasons.unknown)));
    else if (fits) {
      body.push(make('h3', {}, 'Artifacts'), ...versions.map((version, at) => make('details', { open: !at },
        make('summary', {}, `${column.of.image} ${versionName(version)}`), artifacts(reasons, machineTypes[0], version))));
    }
    const close = make('button', { type: 'button', className: 'close' }, 'Close');
    close.addEventListener('click', () => panel.close());
    const [of, by] = [row, column].map((view) => label(view.at.map((at) => view.of.names[at])));
    const heading = make('h2', { id: 'reasons-heading' }, `${of} × ${column.of.image} ${by}`);
    panel.setAttribute('aria-labelledby', heading.id);
    panel.replaceChildren(heading, close, ...body);
    panel.showModal();
    panel.scrollTop = 0;
  };

  /** Where a cell stands among what is shown; nothing for headings and counts. */
  const placeOf = (sheet, cell) => {
    const line = cell?.parentElement;
    if (line?.parentElement !== sheet.table.tBodies[0] || cell.cellIndex < sheet.sides) return null;
    return { row: line.sectionRowIndex, column: cell.cellIndex - sheet.sides };
  };
  const open = (sheet, cell) => {
    const place = placeOf(sheet, cell);
    if (place) explain(sheet, sheet.shownRows[place.row], sheet.shownColumns[place.column], counts(cell));
  };
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  const listen = (sheet) => {
    const { table } = sheet;
    table.classList.add('explained');
    table.setAttribute('role', 'grid');
    const focus = (cell) => {
      const before = table.querySelector('td[tabindex="0"]');
      if (before) before.tabIndex = -1;
      cell.tabIndex = 0;
      cell.focus();
    };
    table.addEventListener('click', (event) => {
      const cell = event.target.closest('td');
      if (!placeOf(sheet, cell)) return;
      focus(cell);
      open(sheet, cell);
    });
    table.addEventListener('keydown', (event) => {
      const cell = event.target.closest('td');
      const place = placeOf(sheet, cell);
      if (!place) return;
      const step = steps[event.key];
      if (event.key === 'Enter' || event.key === ' ') open(sheet, cell);
      else if (step) {
        const next = table.tBodies[0].rows[place.row + step[0]]?.cells[cell.cellIndex + step[1]];
        if (placeOf(sheet, next)) focus(next);
      } else return;
      event.preventDefault();
    });
  };

  // --- The form, and the address.

  const status = make('output', {});
  const fields = {};
  const field = (name, text, input) => {
    fields[name] = input;
    input.name = name;
    return input.type === 'checkbox' ? make('label', { className: 'check' }, input, text) : make('label', {}, text, input);
  };
  const choice = (values) => make('select', {}, make('option', { value: '' }, 'all'),
    ...values.map((value) => make('option', { value }, value)));
  const form = make('form', { className: 'filters' });
  form.setAttribute('role', 'search');
  const offer = (values, name, text) => values.length > 1 && form.append(field(name, text, choice(values)));
  const all = (get) => distinct(sheets.flatMap(get)).filter(Boolean);
  if (machines.size) form.append(field('machine', 'Machine type', make('input', { type: 'search', placeholder: 'part of a name' })));
  const images = all((sheet) => [...sheet.rows, ...sheet.columns].map((of) => of.image));
  if (images.length) form.append(field('image', 'Image or version', make('input', { type: 'search', placeholder: 'part of a name' })));
  offer([...new Set([...machines.values()].map((known) => known.architecture))].filter(Boolean), 'arch', 'Architecture');
  offer(all((sheet) => [...sheet.rows, ...sheet.columns].map((of) => of.classification)), 'class', 'Classification');
  offer(all((sheet) => sheet.columns.flatMap((column) => (sheet.kind === 'regions' ? column.names : column.region))), 'region', 'Region');
  form.append(field('usable', 'Usable only', make('input', { type: 'checkbox' })),
    field('each', 'Each name', make('input', { type: 'checkbox' })), status);
  sheets[0].table.closest('section').before(form);

  const update = () => {
    sheets.forEach(draw);
    const first = main ?? sheets[0];
    status.textContent = `Shown: ${sum(first.shownRows)} × ${sum(first.shownColumns)}`;
  };
  const read = (kept) => {
    for (const [name, input] of Object.entries(fields)) {
      if (input.type === 'checkbox') input.checked = filter[name] = kept.has(name);
      else filter[name] = input.value = kept.get(name) ?? '';
    }
    update();
  };
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    for (const [name, input] of Object.entries(fields)) {
      filter[name] = input.type === 'checkbox' ? input.checked : input.value;
    }
    address.keep(Object.fromEntries(Object.keys(fields).map((name) => [name, filter[name] === true ? '1' : filter[name]])));
    update();
  });
  sheets.filter((sheet) => sheet.reasons).forEach(listen);
  address.follow(read);
})();
