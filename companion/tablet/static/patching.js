// Puts what the companion sends in place of what stood there, and leaves alone what stays as it was: the button
// under a finger, the field that is typed in, an opened line of the story, how far a list was scrolled.

const WHOLE = "form, .pad, #refusal, animate, .card:has([data-veiled])"; // what was typed, read or uncovered is not for what comes

const sent = new WeakMap(); // what each region was sent, as it was sent

export function patch(region, html) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  const secret = fresh.content.querySelector("#secret");
  secret?.remove();
  const old = sent.get(region);
  sent.set(region, fresh.content);
  if (!old) region.replaceChildren(copy(fresh.content));
  else if (!old.isEqualNode(fresh.content)) children(region, old, fresh.content);
  return secret;
}

function children(place, old, fresh) {
  const there = [...place.childNodes], olds = [...old.childNodes], freshes = [...fresh.childNodes];
  if (there.length !== olds.length) { place.replaceChildren(...freshes.map(copy)); return; }
  const free = new Map();
  olds.forEach((each, at) => free.set(key(each), [...free.get(key(each)) ?? [], at]));
  const from = freshes.map(each => free.get(key(each))?.shift());
  const kept = new Set(from);
  there.forEach((each, at) => kept.has(at) || each.remove());
  let here = place.firstChild;
  freshes.forEach((each, at) => {
    const node = there[from[at]];
    if (!node) { place.insertBefore(copy(each), here); return; }
    if (node === here) here = here.nextSibling;
    else place.insertBefore(node, here);
    if (!each.isEqualNode(olds[from[at]])) change(node, olds[from[at]], each);
  });
}

function change(node, old, fresh) {
  if (fresh.nodeType !== Node.ELEMENT_NODE) { node.data = fresh.data; return; }
  if (fresh.matches(WHOLE) || old.matches(WHOLE)) { node.replaceWith(copy(fresh)); return; }
  for (const {name} of [...old.attributes]) fresh.hasAttribute(name) || node.removeAttribute(name);
  for (const {name, value} of fresh.attributes) old.getAttribute(name) === value || node.setAttribute(name, value);
  if (old.childElementCount || fresh.childElementCount) children(node, old, fresh);
  else if (old.textContent !== fresh.textContent) node.textContent = fresh.textContent;
}

// a button is the same one only if it says and does the same
function key(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return node.nodeName;
  if (node.id) return `#${node.id}`;
  const does = Object.entries(node.dataset ?? {}).map(([name, value]) => `${name}=${value}`).join();
  return `${node.localName} ${does} ${node.localName === "button" ? node.textContent : ""}`;
}

function copy(node) {
  return document.importNode(node, true);
}
