// Pages that somebody has seen can be read again without a network: a worker (web/public/worker.js) keeps their last copies on this phone.

/** Registers the worker once the page lives. The page where a person came in is kept too, and the cart, which is theirs without a network. */
export async function keepSeenPages(): Promise<void> {
  try {
    if (!('serviceWorker' in navigator)) return
    const isFirst = navigator.serviceWorker.controller === null
    await navigator.serviceWorker.register('/worker.js')
    if (!isFirst) return
    const worker = await control()
    // From now on the worker sees what is asked for; this is what was asked before.
    const asked = performance.getEntriesByType('resource').map(({ name }) => name)
    const routes = asked.filter((name) => name.startsWith(`${location.origin}/__manifest?`))
    const files = asked.filter((name) => name.startsWith(`${location.origin}/assets/`))
    worker.postMessage({ keep: [location.href, '/cart'], routes: [...routes, ...ownRoutes()], files })
  } catch {
    // A browser that keeps nothing, or a private window: pages come from the network alone.
  }
}

/**
 * Where the router will look for this page's routes when something is sent from it, even without a network. It asks for them beside the page,
 * and that answer may come too late to be among what was asked before.
 */
function ownRoutes(): string[] {
  const { version } = (window as { __reactRouterManifest?: { version: string } }).__reactRouterManifest ?? {}
  if (version === undefined) return []
  return [`${location.origin}/__manifest?${new URLSearchParams({ paths: location.pathname, version })}`]
}

/** The worker, as soon as it answers for this page. */
function control(): Promise<ServiceWorker> {
  const { serviceWorker } = navigator
  return new Promise((resolve) => {
    const look = () => serviceWorker.controller && resolve(serviceWorker.controller)
    serviceWorker.addEventListener('controllerchange', look)
    look()
  })
}
