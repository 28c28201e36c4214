import { useLingui } from '@lingui/react'
import { LinkButton } from '#web/ui/button.tsx'
import { writesToPeople } from './area.ts'

/** The way to a new conversation: with anybody for staff who may begin one, with the market for other people. */
export function WriteLink({ role, base }: { role: string; base: string }) {
  const { i18n } = useLingui()
  if (writesToPeople(role)) return <LinkButton to={`${base}/new`}>{i18n.t('Write a message')}</LinkButton>
  return (
    <LinkButton to={`${base}/support`} tone="plain">
      {i18n.t('Write to the market')}
    </LinkButton>
  )
}
