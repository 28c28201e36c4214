import { useHydrated } from '#web/ui/hydrated.ts'
import { canUsePasskeys } from '../auth-service/passkeys-in-browser.ts'

/** Whether the browser can ask its device for a key: false in the HTML, for what needs scripts. */
export function useCanAskDevice(): boolean {
  return useHydrated() && canUsePasskeys()
}
