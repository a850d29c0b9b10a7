// Touches, keys and held buttons, each turned into one message.

const HOLD_MS = 450;
const ECHO_MS = 350, ECHO_PX = 32; // a finger that comes down again so soon and near after a touch is that same touch
const NUMBERS = new Set(["place", "to", "entry", "seat", "evening", "photo"]);
const TABLE = new Set(["Tap", "Enter", "Turn", "Back", "Repair", "Answer", "Unveil", "PassAll", "Photo", "Fall", "Launch",
  "Fell", "Guess", "TakeBack", "Correct", "Hosting"]);
const KEPT = ["id", "place", "to", "entry", "seat", "yes", "on", "name", "role", "how", "pin", "evening", "photo"];

let page, pressed = null; // the picture that the finger went down on: what is touched is meant for that one
let down = null, taken = null, echoes = false; // where and when it went down, and did so for what was touched last

export function listen(given) {
  page = given;
  document.addEventListener("pointerdown", wentDown, true);
  document.addEventListener("click", event => event.detail && echoes && swallow(event), true);
  document.addEventListener("click", clicked);
  document.addEventListener("submit", submitted);
  document.addEventListener("input", event => event.target.id === "figure" && typed(event.target));
  document.addEventListener("keydown", event => event.target.id === "figure" && keyed(event));
  listenToHolds();
  return {held: () => holding !== null};
}

function wentDown(event) {
  const here = {at: event.timeStamp, x: event.clientX, y: event.clientY};
  echoes = taken !== null && here.at - taken.at <= ECHO_MS
    && Math.abs(here.x - taken.x) <= ECHO_PX && Math.abs(here.y - taken.y) <= ECHO_PX;
  if (echoes) event.stopPropagation(); // nothing is held by it either
  else [pressed, down] = [page.picture(), here];
}

function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}

function clicked(event) {
  const shape = event.target.closest("svg [data-id]");
  const press = event.target.closest("button, [data-set]");
  const picture = event.detail && pressed ? pressed : page.picture();
  const typing = press?.closest(".pad") && press.dataset.enter === undefined; // digits are typed as fast as one can
  if (event.detail && (shape || press) && !typing) taken = down;
  if (shape && shape.closest("#scene")) { tapped(shape.dataset.id, picture); return; }
  if (!press) return;
  const data = press.dataset;
  if (data.set) page.next(data.set);
  else if (data.focus !== undefined) lookAt(press, Number(data.focus));
  else if (data.do) act(press, picture);
  else if (data.view !== undefined) page.go(data.view, data.page ?? "");
  else if (data.page !== undefined) page.look({page: data.page, focus: null});
  else if (press.closest(".pad")) padPressed(press, picture);
}

function tapped(id, picture) {
  const part = document.getElementById(id);
  if (part?.matches("details")) { part.open = true; part.scrollIntoView({block: "center"}); part.querySelector("summary").focus(); }
  else if (!document.querySelector(".chart")) page.touch({type: "Tap", id}, picture);
}

function lookAt(press, focus) {
  const own = [...document.querySelectorAll(".pages [data-page]")].find(each => each.dataset.page.endsWith(`:${focus}`));
  page.look({view: "", focus, page: own?.dataset.page ?? ""});
}

async function act(press, picture) {
  const data = press.dataset;
  if (data.sure && !(await sure(data.sure, data.detail, data.yes, data.no))) return;
  const message = {type: data.do};
  for (const name of KEPT) {
    if (data[name] === undefined || (data.sure && (name === "yes"))) continue;
    message[name] = NUMBERS.has(name) ? (data[name] === "" ? null : Number(data[name]))
      : name === "yes" || name === "on" ? data[name] === "true" : data[name];
  }
  (TABLE.has(data.do) ? page.touch : page.send)(message, picture);
  if (["Correct", "Hosting", "Resume"].includes(data.do)) page.go("");
}

function sure(title, detail, yes, no) {
  const sheet = document.getElementById("sure");
  sheet.querySelector("h2").textContent = title;
  sheet.querySelector("p").textContent = detail ?? "";
  const [first, second] = sheet.querySelectorAll("button");
  [first.textContent, second.textContent] = [yes, no];
  sheet.showModal();
  return new Promise(done => {
    const end = answer => { first.onclick = second.onclick = sheet.onclose = null; sheet.close(); done(answer); };
    first.onclick = () => end(true);
    second.onclick = () => end(false);
    sheet.onclose = () => end(false);
  });
}

function submitted(event) {
  const form = event.target;
  if (!form.dataset.do) return;
  event.preventDefault();
  const fields = [...new FormData(form)];
  const message = {type: form.dataset.do};
  if (form.dataset.do === "Begin") {
    const names = fields.filter(([name]) => name === "names").map(([, value]) => value.trim());
    const seats = names.map((_, seat) => seat).filter(seat => names[seat]);
    const first = Number(fields.find(([name]) => name === "first")?.[1] ?? 0);
    Object.assign(message, {
      game: form.elements.game.value,
      names: seats.map(seat => names[seat]),
      first: Math.max(seats.indexOf(first), 0),
      options: Object.fromEntries(fields.filter(([name]) => name.startsWith("option.")).map(([name, value]) => [name.slice(7), value])),
      key: [...crypto.getRandomValues(new Uint32Array(2))].join("-"),
    });
    page.send(message);
    page.go("checklist");
    return;
  }
  for (const [name, value] of fields) message[name] = value;
  page.send(message);
  form.reset();
}

// the number pad

export function fillPads() {
  document.querySelectorAll(".pad").forEach(pad => { if (pad.typed === undefined) { pad.typed = false; worded(pad); } });
}

function worded(pad) {
  const value = Number(pad.dataset.value), low = Number(pad.dataset.low);
  const words = JSON.parse(pad.dataset.words)[value - low] ?? [String(value), `Enter ${value}`, ""];
  const figure = pad.querySelector("#figure");
  figure.value = words[0].replace("-", "−");
  const [label, detail] = pad.querySelectorAll("[data-enter] span span");
  [label.textContent, detail.textContent] = [words[1], words[2]];
}

function padPressed(press, picture) {
  const pad = press.closest(".pad"), data = press.dataset;
  const [low, high] = [Number(pad.dataset.low), Number(pad.dataset.high)];
  let value = Number(pad.dataset.value);
  if (data.step) { value = Math.min(Math.max(value + Number(data.step), low), high); pad.typed = false; }
  else if (data.digit) value = withDigit(pad, value, data.digit, low, high);
  else if (data.flip !== undefined) value = -value;
  else if (data.erase !== undefined) { value = Math.trunc(value / 10); pad.typed = true; }
  else if (data.enter !== undefined) { enter(pad, picture); return; }
  pad.dataset.value = value;
  worded(pad);
}

function withDigit(pad, value, digit, low, high) {
  const longest = Math.max(String(Math.abs(high)).length, String(Math.abs(low)).length);
  const digits = pad.typed ? String(Math.abs(value)) : "";
  pad.typed = true;
  const all = digits.length >= longest || digits === "0" ? digit : digits + digit;
  return Number(all) * (value < 0 && low < 0 ? -1 : 1);
}

function typed(figure) {
  const pad = figure.closest(".pad");
  const digits = figure.value.replace(/\D/g, "").slice(0, 6);
  pad.dataset.value = (/[-−]/.test(figure.value) ? -1 : 1) * Number(digits || 0);
  pad.typed = true;
  worded(pad);
}

function keyed(event) {
  const pad = event.target.closest(".pad");
  const step = {ArrowUp: 1, ArrowDown: -1}[event.key];
  if (event.key === "Enter") enter(pad, page.picture());
  else if (step) padPressed(pad.querySelector(`[data-step="${step}"]`));
  else if (/^\d$/.test(event.key)) padPressed(pad.querySelector(`[data-digit="${event.key}"]`));
  else if (event.key === "Backspace") padPressed(pad.querySelector("[data-erase]"));
  else if (event.key === "-") pad.querySelector("[data-flip]") && padPressed(pad.querySelector("[data-flip]"));
  else return;
  event.preventDefault();
}

function enter(pad, picture) {
  const note = pad.querySelector("#note");
  if (note && !note.value.trim()) { note.focus(); page.say("Write the reason first: it is shown in the scores."); return; }
  page.touch({type: "Enter", value: Number(pad.dataset.value), note: note?.value ?? ""}, picture);
}

// held to be seen: by a finger, or by the space bar; who can't hold switches it on and off

let holding = null, waiting = 0;

function listenToHolds() {
  const begin = hold => { clearTimeout(waiting); waiting = setTimeout(() => open(hold), HOLD_MS); };
  document.addEventListener("pointerdown", event => {
    const hold = event.target.closest("[data-hold]");
    if (hold && event.isPrimary) { event.preventDefault(); hold.focus(); begin(hold); }
  });
  for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, close);
  document.addEventListener("visibilitychange", close);
  document.addEventListener("contextmenu", event => event.target.closest("[data-hold], #peek") && event.preventDefault());
  document.addEventListener("keydown", event => {
    const hold = event.target.closest?.("[data-hold]");
    if (!hold || ![" ", "Enter"].includes(event.key)) return;
    event.preventDefault();
    if (!event.repeat) begin(hold);
  });
  document.addEventListener("keyup", event => [" ", "Enter"].includes(event.key) && close());
  document.addEventListener("click", event => {
    const hold = event.target.closest("[data-hold]");
    if (hold && event.detail === 0) open(hold);
  });
  document.getElementById("peek").addEventListener("close", close);
}

function open(hold) {
  if (hold.dataset.hold === "own") {
    hold.hidden = true;
    const choices = document.querySelector("[data-veiled]");
    choices.hidden = false;
    choices.querySelector("button")?.focus();
  } else if (hold.dataset.hold === "Unveil") page.touch({type: "Unveil"}, page.picture());
  else { holding = hold; page.send({type: "Peek", seat: Number(hold.dataset.seat)}); }
}

function close() {
  clearTimeout(waiting);
  if (holding === null) return;
  holding = null;
  const sheet = document.getElementById("peek");
  if (sheet.open) sheet.close();
  sheet.querySelector(".picture").replaceChildren();
  page.send({type: "Peek", seat: null});
}
