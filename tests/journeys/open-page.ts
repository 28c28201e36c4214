import type { Page, Response } from '@playwright/test'

/** Opens a page and waits until its scripts run, so that what follows is the browser's own doing. */
export async function openPage(page: Page, path: string): Promise<Response | null> {
  const answer = await page.goto(path)
  await scriptsRun(page)
  return answer
}

/**
 * Until React has taken over what the server sent, and its effects listen. What React keeps on the document says so; a page
 * without modules has nothing to wait for.
 */
export async function scriptsRun(page: Page): Promise<void> {
  await touch(page)
  await page.waitForFunction(() => {
    if (document.readyState !== 'complete') return false
    if (document.querySelector('script[type="module"]') === null) return true
    const key = Object.keys(document).find((name) => name.startsWith('__reactContainer$'))
    const root = key && (document as unknown as Record<string, HostRoot>)[key]
    return root !== undefined && root !== '' && root.stateNode.current.memoizedState.isDehydrated === false
  })
  // Effects come in a task of their own.
  await quiet(page)
}

/** Until the browser has nothing else to do. It may take a page that shows nothing new for one that is about to, and wait for ever; a frame ends that. */
async function quiet(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestIdleCallback(() => resolve(null), { timeout: 3_000 })
        requestAnimationFrame(() => undefined)
      }),
  )
}

/** A first sign of somebody, without a press of anything; it counts from when the page is there to hear it. */
export async function touch(page: Page): Promise<void> {
  await page.waitForFunction(() => document.readyState === 'complete')
  await page.evaluate(() => document.dispatchEvent(new KeyboardEvent('keydown')))
}

interface HostRoot {
  stateNode: { current: { memoizedState: { isDehydrated: boolean } } }
}

/**
 * Once the router has asked where this page's scripts are. It does so beside the page; who loses the network before that is answered is told on a
 * page of its own instead of beside the button.
 */
export async function routesKnown(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => new URL(name).pathname === '/__manifest'),
  )
}
