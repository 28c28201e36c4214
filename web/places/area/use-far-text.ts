import { useLingui } from '@lingui/react'
import { useShell } from '#web/shell.ts'

/** "In another state: Rivers" for goods of a shop outside the viewer's state; null inside it, and without an area. */
export function useFarText(state: string | null): string | null {
  const { i18n } = useLingui()
  const { area } = useShell()
  return area && state && state !== area.state ? i18n.t('In another state: {state}', { state }) : null
}
