/** Modules imported again under another URL after a failure, by their original URL. */
const retriedModules = new Map<string, Promise<unknown>>()
let tries = 0

/**
 * Imports a module on demand. Browsers cache a failed import for the lifetime of the page, so a failed one is retried
 * under another URL: after a short network outage the page need not be reloaded.
 */
export async function fetchModule<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (fault) {
    // Chromium and Firefox cache the failure and name the URL in the error; Safari does neither and retries on its own.
    const address = /https?:\S+\.js/.exec(String(fault))?.[0]
    if (!address) throw fault
    let again = retriedModules.get(address) as Promise<Module> | undefined
    if (!again) {
      again = import(/* @vite-ignore */ `${address}?again=${++tries}`) as Promise<Module>
      retriedModules.set(address, again)
      again.catch(() => retriedModules.delete(address))
    }
    return again
  }
}
