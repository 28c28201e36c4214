// What a browser is asked after a tap on "Send notices to this phone", and nothing before: this file is loaded by that tap.

type Asked =
  | { ok: true; endpoint: string; p256dh: string; auth: string }
  | { ok: false; why: 'unable' | 'denied' | 'failed' }

/** Asks for the permission, registers the worker, and subscribes with the site's key (base64url). Never throws. */
export async function askBrowser(publicKey: string): Promise<Asked> {
  try {
    if (!canBeTold()) return { ok: false, why: 'unable' }
    if ((await Notification.requestPermission()) !== 'granted') return { ok: false, why: 'denied' }
    const { pushManager } = await worker()
    const subscription = await subscribe(pushManager, publicKey)
    const { endpoint, keys } = subscription.toJSON()
    return { ok: true, endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
  } catch {
    return { ok: false, why: 'failed' }
  }
}

/** Ends this browser's own subscription; the server's row ends with the form. */
export async function forgetBrowser(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration('/')
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
  } catch {
    // The server sends nothing any more.
  }
}

const canBeTold = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Whichever worker has the whole site takes the pushes in; the worker of the page of codes has that page alone. */
async function worker(): Promise<ServiceWorkerRegistration> {
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

/** A subscription for another key than the site's is of no use, and stands in the way of a new one. */
async function subscribe(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    return await manager.subscribe(options)
  } catch (fault) {
    const former = await manager.getSubscription()
    if (!former) throw fault
    await former.unsubscribe()
    return manager.subscribe(options)
  }
}
