import { strict as assert } from 'node:assert';
import { PanelRun } from '../../../../src/webview/thread/panelRun';

const status = (busy: boolean, generation: number) => ({ live: true, busy, generation });

describe('panelRun.ts', () => {
  it("The panel's run is open from the send on, before any receipt", () => {
    const run = new PanelRun();
    run.promptSent('a');
    assert.equal(run.open, true);
    assert.equal(run.generation, undefined);
  });

  it("The panel's run takes its number from the receipt and closes when the host is idle at that number", () => {
    const run = new PanelRun();
    run.promptSent('a');
    run.receiptReceived('a', 3);
    run.applyStatus(status(true, 3));
    assert.equal(run.open, true);
    run.applyStatus(status(false, 3));
    assert.equal(run.open, false);
  });

  it("The end of an earlier run doesn't close the panel's run while a receipt is pending", () => {
    const run = new PanelRun();
    run.applyStatus(status(true, 2));
    run.promptSent('a');
    run.applyStatus(status(false, 2));
    assert.equal(run.open, true);
    run.receiptReceived('a', 3);
    assert.equal(run.open, true);
  });

  it("A late status of an earlier run doesn't close the panel's run", () => {
    const run = new PanelRun();
    run.promptSent('a');
    run.receiptReceived('a', 3);
    run.applyStatus(status(false, 2));
    assert.equal(run.open, true);
  });

  it("A receipt closes the panel's run if the host is already past it", () => {
    const run = new PanelRun();
    run.promptSent('a');
    run.applyStatus(status(false, 3));
    run.receiptReceived('a', 3);
    assert.equal(run.open, false);
  });

  it("A later busy run closes the panel's run", () => {
    const run = new PanelRun();
    run.promptSent('a');
    run.receiptReceived('a', 3);
    run.applyStatus(status(true, 4));
    assert.equal(run.open, false);
  });

  it("The panel's run stays open for a second prompt if the first one is refused", () => {
    const run = new PanelRun();
    run.promptSent('a');
    run.promptSent('b');
    run.promptWithdrawn('a');
    assert.equal(run.open, true);
    run.promptWithdrawn('b');
    assert.equal(run.open, false);
  });

  it("The panel's run stays open for a pending receipt when the panel's own earlier run ends", () => {
    const run = new PanelRun();
    run.promptSent('a');
    run.receiptReceived('a', 3);
    run.promptSent('b');
    run.applyStatus(status(false, 3));
    assert.equal(run.open, true);
    assert.equal(run.awaitingReceipt, true);
    run.receiptReceived('b', 4);
    run.applyStatus(status(false, 4));
    assert.equal(run.open, false);
  });

  it("The panel's run closes when the prompt that was to start it is removed from the queue", () => {
    const run = new PanelRun();
    run.applyStatus(status(false, 1));
    run.promptSent('a');
    run.applyQueue(1);
    run.receiptReceived('a', 2, true);
    assert.equal(run.open, true);
    run.applyQueue(0);
    assert.equal(run.open, false);
  });
});
