// Visited pages can be read offline: a service worker (web/offline/worker/worker.js) caches the latest copy of each on
// the device.

/** Registers the service worker after hydration. On the first visit it also caches the current page and the cart. */
export async function registerWorker(): Promise<void> {
  try {
    if (!('serviceWorker' in navigator)) return
    const isFirst = navigator.serviceWorker.controller === null
    await navigator.serviceWorker.register('/worker.js')
    if (!isFirst) return
    const worker = await controllingWorker()
    // The worker handles requests from here on; these were sent before.
    const requested = performance.getEntriesByType('resource').map(({ name }) => name)
    const routes = requested.filter((name) => name.startsWith(`${location.origin}/__manifest?`))
    const files = requested.filter((name) => name.startsWith(`${location.origin}/assets/`))
    worker.postMessage({ keep: [location.href, '/cart'], routes: [...routes, ...ownRoutes()], files })
  } catch {
    // No storage, or a private window: pages come only from the network.
  }
}

/**
 * The URL from which the router will load this page's routes when a form is submitted, even offline. The router
 * requests it in parallel with the page, possibly too late to be among the resource entries.
 */
function ownRoutes(): string[] {
  const { version } = (window as { __reactRouterManifest?: { version: string } }).__reactRouterManifest ?? {}
  if (version === undefined) return []
  return [`${location.origin}/__manifest?${new URLSearchParams({ paths: location.pathname, version })}`]
}

/** Resolves with the worker once it controls this page. */
function controllingWorker(): Promise<ServiceWorker> {
  const { serviceWorker } = navigator
  return new Promise((resolve) => {
    const check = () => serviceWorker.controller && resolve(serviceWorker.controller)
    serviceWorker.addEventListener('controllerchange', check)
    check()
  })
}
