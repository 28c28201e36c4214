import { Tabs } from '#web/ui/tabs.tsx'

/** Staff have two inboxes: their own conversations, and the contact form's messages. */
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
