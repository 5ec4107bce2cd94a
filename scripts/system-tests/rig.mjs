// A router before a simulated provider for the tests of a file, and a client whose HTTP calls are counted.
import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import { startRouter } from './router.mjs';
import { startUpstream } from './upstream.mjs';

/** Started before the first test and stopped after the last: `{upstream, router, client, httpCalls}`. */
export function rig(connect) {
  const here = { httpCalls: 0 };
  before(async () => {
    here.upstream = await startUpstream();
    here.router = await startRouter(here.upstream.url);
    here.client = connect(here.router.url, (...request) => {
      here.httpCalls += 1;
      return fetch(...request);
    });
  });
  after(async () => {
    const code = await here.router?.stop();
    here.upstream?.close();
    assert.equal(code, 0);
  });
  beforeEach(() => {
    here.httpCalls = 0;
    here.upstream.calls.length = 0;
  });
  return here;
}

/** What a promise is rejected with. */
export async function rejection(promise) {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return assert.fail('expected an error');
}
