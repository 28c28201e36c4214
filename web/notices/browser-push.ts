// Loaded only after a tap on "Send notices to this phone".

type PushSubscriptionResult =
  | { ok: true; endpoint: string; p256dh: string; auth: string }
  | { ok: false; why: 'unable' | 'denied' | 'failed' }

/**
 * Requests the permission, registers the service worker, and subscribes with the site's key (base64url). Never throws.
 */
export async function subscribeBrowser(publicKey: string): Promise<PushSubscriptionResult> {
  try {
    if (!supportsPush()) return { ok: false, why: 'unable' }
    if ((await Notification.requestPermission()) !== 'granted') return { ok: false, why: 'denied' }
    const { pushManager } = await workerRegistration()
    const subscription = await subscribe(pushManager, publicKey)
    const { endpoint, keys } = subscription.toJSON()
    return { ok: true, endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
  } catch {
    return { ok: false, why: 'failed' }
  }
}

/** Unsubscribes this browser; the submitted form deletes the server's row. */
export async function unsubscribeBrowser(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration('/')
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
  } catch {
    // The server stops sending anyway.
  }
}

const supportsPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/**
 * The registration of the worker whose scope is the whole site, which handles pushes. Browsers may still have a worker
 * for the codes page alone, which web/offline/cache-codes.js unregisters.
 */
async function workerRegistration(): Promise<ServiceWorkerRegistration> {
  const whole = await navigator.serviceWorker.getRegistration('/')
  const registration = whole ?? (await navigator.serviceWorker.register('/worker.js'))
  const coming = registration.installing ?? registration.waiting
  if (coming && !registration.active) await activated(coming)
  return registration
}

const activated = (coming: ServiceWorker): Promise<void> =>
  new Promise((done) => {
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated') done()
    })
  })

/**
 * Subscribes with the site's key. A subscription with another key is useless and blocks a new one, so it is removed.
 */
async function subscribe(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    return await manager.subscribe(options)
  } catch (fault) {
    const existing = await manager.getSubscription()
    if (!existing) throw fault
    await existing.unsubscribe()
    return manager.subscribe(options)
  }
}
