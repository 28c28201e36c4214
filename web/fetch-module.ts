/** What could be fetched at another address after all, by its first address. */
const fetchedAgain = new Map<string, Promise<unknown>>()
let tries = 0

/**
 * Imports a part of the program that is fetched when it is first needed. A browser remembers for as long as the page lives that a module could not be
 * fetched; so that a phone that was without a network for a moment need not load the page anew, the next try takes another address.
 */
export async function fetchModule<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (fault) {
    // Chromium and Firefox, who remember, name the address; Safari, which does not, asks again by itself.
    const address = /https?:\S+\.js/.exec(String(fault))?.[0]
    if (!address) throw fault
    let again = fetchedAgain.get(address) as Promise<Module> | undefined
    if (!again) {
      again = import(/* @vite-ignore */ `${address}?again=${++tries}`) as Promise<Module>
      fetchedAgain.set(address, again)
      again.catch(() => fetchedAgain.delete(address))
    }
    return again
  }
}
