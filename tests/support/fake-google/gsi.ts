/**
 * What Google Identity Services puts into a page, as far as the product uses it: a stylesheet of its own, and a button
 * in a frame of its own that hands the credential over with a message.
 */
export const GSI_SCRIPT = `(() => {
  const origin = new URL(document.currentScript.src).origin;
  let options = null;
  addEventListener('message', (event) => {
    if (event.origin !== origin || options === null) return;
    if (event.data?.type === 'credential') options.callback({ credential: event.data.credential, select_by: 'btn' });
  });
  const id = {
    initialize(given) {
      options = given;
      if (document.getElementById('googleidentityservice')) return;
      const style = document.createElement('link');
      style.id = 'googleidentityservice';
      style.rel = 'stylesheet';
      style.href = origin + '/gsi/style';
      document.head.append(style);
    },
    renderButton(parent, { text = 'signin_with', width = 240 } = {}) {
      if (options === null) throw new Error('google.accounts.id.initialize() is not called');
      const frame = document.createElement('iframe');
      frame.title = 'Sign in with Google Button';
      frame.width = String(width);
      frame.height = '44';
      frame.src = origin + '/gsi/button?' + new URLSearchParams({
        client_id: options.client_id, nonce: options.nonce ?? '', text,
      });
      parent.replaceChildren(frame);
    },
    prompt() {},
    cancel() {},
    disableAutoSelect() {},
  };
  window.google = { accounts: { id } };
})();`;

/** The page in the button's frame. */
export const GSI_BUTTON = `<!doctype html><html lang="en"><title>Google</title>
<style>body{margin:0}button{width:100%;height:40px;font:14px sans-serif}</style>
<button type="button">Continue with Google</button>
<script>
document.querySelector('button').addEventListener('click', async () => {
  const answer = await fetch('/gsi/mint' + location.search, { method: 'POST' });
  const { credential } = await answer.json();
  parent.postMessage({ type: 'credential', credential }, '*');
});
</script></html>`;
