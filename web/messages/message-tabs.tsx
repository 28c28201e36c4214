import { Tabs } from '#web/ui/tables/tabs.tsx'

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
