// What is wrong with the words on the page as it stands: cut off, off the page, out of its place, or over others.
() => {
  const faults = [], words = [];
  const shown = each => each.checkVisibility({visibilityProperty: true}) &&
    !each.closest(".out, .skip, #live, [inert]");
  const name = each => `${each.closest("[id]")?.id} ${each.className}: ${each.textContent.trim().slice(0, 40)}`;
  for (const each of document.querySelectorAll("body *")) {
    if (!shown(each) || each.closest("svg")) continue;
    const style = getComputedStyle(each);
    if (style.overflowX !== "visible" && style.clipPath === "none" && each.scrollWidth > each.clientWidth + 1) {
      // a long name of another player may end in dots: all of it stands on that player's page
      if (!each.matches(".chip .label, .chip .detail")) faults.push(`cut off: ${name(each)}`);
      else if (each.clientWidth < 40) faults.push(`nothing left of: ${name(each)}`);
    }
    for (const node of each.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || !node.data.trim() || style.clipPath !== "none") continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        if (box.width < 1) continue;
        const cut = each.matches(".chip .label, .chip .detail");
        if (!cut && (box.left < -1 || box.right > innerWidth + 1)) faults.push(`off the page: ${name(each)}`);
        const button = each.closest("button, .card, .press")?.getBoundingClientRect();
        if (button && !cut && (box.left < button.left - 1 || box.right > button.right + 1 ||
            box.top < button.top - 2 || box.bottom > button.bottom + 2))
          faults.push(`leaves its place: ${name(each)}`);
        words.push([each, cut ? each.getBoundingClientRect() : box]);
      }
    }
  }
  for (const press of document.querySelectorAll("#main button, #main .picture, #main summary, #head button")) {
    if (shown(press) && !press.closest("svg")) words.push([press, press.getBoundingClientRect()]);
  }
  const over = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
  words.forEach(([one, box], at) => words.slice(at + 1).forEach(([other, beside]) => {
    if (one === other || one.contains(other) || other.contains(one)) return;
    if (one.closest("#nav") || other.closest("#nav")) return;
    if (over(box, beside)) faults.push(`${name(one)} lies on ${name(other)}`);
  }));
  return [...new Set(faults)];
}
