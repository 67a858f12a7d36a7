import { strict as assert } from 'node:assert';
import { withBrowser } from './panelPage';

/** Markup that would load or send something, and the directive of the policy that prevents it. */
const refused: Readonly<Record<string, string>> = {
  '<form action="/sent"><button>x</button></form>': 'form-action',
  '<base href="http://other.localhost/">': 'base-uri',
  '<img src="http://other.localhost/a.png">': 'img-src',
  '<iframe src="http://other.localhost/"></iframe>': 'frame-src',
  '<object data="http://other.localhost/"></object>': 'object-src',
  '<video src="http://other.localhost/a.mp4"></video>': 'media-src',
  '<link rel="stylesheet" href="http://other.localhost/a.css">': 'style-src-elem',
  '<style>body { color: red }</style>': 'style-src-elem',
  '<p style="color: red">x</p>': 'style-src-attr',
  '<img src="data:," onerror="1">': 'script-src-attr',
};

describe('The policy of a panel', () => {
  const browser = withBrowser();

  it('refuses whatever markup would load or send, forms and a changed base included', async () => {
    const panel = await browser.open();
    await panel.page.evaluate((texts) => {
      for (const text of texts) {
        const place = document.createElement('div');
        document.body.append(place);
        place.innerHTML = text;
        place.querySelector('button')?.click();
      }
    }, Object.keys(refused));
    const expected = [...new Set(Object.values(refused))].sort();
    const directives = () => [
      ...new Set(panel.problems.flatMap((problem) => /^CSP: (\S+)/.exec(problem)?.[1] ?? [])),
    ];
    while (directives().length < expected.length) await panel.page.waitForEvent('console');
    assert.deepEqual(directives().sort(), expected);
    panel.problems.length = 0;
  });
});
