import { LinkButton } from '#web/ui/button.tsx'
import { Tabs } from '#web/ui/tables/tabs.tsx'
import { writesToPeople } from './area.ts'

/** Tabs for the two inboxes of staff: their own conversations, and messages of the contact form. */
export function MessageTabs({ base, current }: { base: string; current: 'conversations' | 'inbox' }) {
  return (
    <Tabs
      label="Messages"
      tabs={[
        { to: base, label: 'Conversations', current: current === 'conversations' },
        { to: `${base}/inbox`, label: 'Contact inbox', current: current === 'inbox' },
      ]}
    />
  )
}

/** The way to a new conversation, for staff who may begin one. */
export function WriteLink({ role, base }: { role: string; base: string }) {
  if (!writesToPeople(role) || base === '/account/messages') return null
  return <LinkButton to={`${base}/new`}>Write a message</LinkButton>
}
