// Ways through the page: links inside it change the address and the view, nothing else.

let show = () => {};

export function onWay(callback) {
  show = callback;
  addEventListener("popstate", callback);
}

export function go(path) {
  history.pushState(null, "", path);
  show();
  document.getElementById("main").focus();
}

export function follow(event) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  go(event.currentTarget.getAttribute("href"));
}
