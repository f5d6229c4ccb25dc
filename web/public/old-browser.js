/*
 * Tells the user of a browser that is too old for the app, which then does not start. Written in the JavaScript of 2009,
 * so that they all run it. AbortSignal.timeout came with Chrome 103 and Safari 16, inert with Firefox 112.
 */
(function () {
  if (window.AbortSignal && AbortSignal.timeout && 'inert' in HTMLElement.prototype) return;
  var root = document.getElementById('root');
  root.parentNode.removeChild(root);
  document.getElementById('old-browser').removeAttribute('hidden');
})();
