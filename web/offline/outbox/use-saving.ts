import { useCallback, useEffect, useState } from 'react'
import { useOnline } from './online.ts'
import { saveDay } from './saved-day.ts'

const SAVE_EVERY_MS = 2 * 60_000

/**
 * Saves the day now and then, which also shows whether the server can be reached: a browser says that it is online as
 * soon as it has any network. Null until the first answer.
 */
export function useSaving(onSaved: () => unknown): { isReached: boolean | null; save(): void } {
  const isOnline = useOnline()
  const [isReached, setReached] = useState<boolean | null>(null)
  const save = useCallback(() => {
    saveDay()
      .then(() => setReached(true))
      .then(onSaved)
      .catch(() => setReached(false))
  }, [onSaved])
  useEffect(() => {
    if (!isOnline) return
    save()
    const timer = setInterval(save, SAVE_EVERY_MS)
    return () => clearInterval(timer)
  }, [isOnline, save])
  return { isReached: isOnline ? isReached : false, save }
}
