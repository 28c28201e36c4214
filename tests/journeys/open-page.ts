import type { Page, Response } from '@playwright/test'

/** Opens a page and waits until its scripts run, so that the rest happens in the browser. */
export async function openPage(page: Page, path: string): Promise<Response | null> {
  const answer = await page.goto(path)
  await waitForScripts(page)
  return answer
}

/**
 * Waits until React has hydrated the page and its effects have run, as shown by React's own properties on the document;
 * a page without modules is ready at once.
 */
export async function waitForScripts(page: Page): Promise<void> {
  await touch(page)
  await page.waitForFunction(() => {
    if (document.readyState !== 'complete') return false
    if (document.querySelector('script[type="module"]') === null) return true
    const key = Object.keys(document).find((name) => name.startsWith('__reactContainer$'))
    const root = key && (document as unknown as Record<string, HostRoot>)[key]
    return root !== undefined && root !== '' && root.stateNode.current.memoizedState.isDehydrated === false
  })
  // Effects run in a separate task.
  await waitForIdle(page)
}

/**
 * Waits until the browser is idle. `requestIdleCallback` may never fire on a page that draws nothing; a frame triggers
 * it.
 */
async function waitForIdle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestIdleCallback(() => resolve(null), { timeout: 3_000 })
        requestAnimationFrame(() => undefined)
      }),
  )
}

/** A first interaction that presses nothing; it counts once the page listens for it. */
export async function touch(page: Page): Promise<void> {
  await page.waitForFunction(() => document.readyState === 'complete')
  await page.evaluate(() => document.dispatchEvent(new KeyboardEvent('keydown')))
}

interface HostRoot {
  stateNode: { current: { memoizedState: { isDehydrated: boolean } } }
}

/**
 * Waits until the router has loaded this page's manifest. It does so beside the page; if the network is lost before
 * that, the error has a separate page instead of a message beside the button.
 */
export async function waitForManifest(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => new URL(name).pathname === '/__manifest'),
  )
}
