import { Tabs } from '#web/ui/tables/tabs.tsx'
import { writesToPeople } from './area.ts'

type MessageTab = 'conversations' | 'inbox' | 'broadcasts' | 'reports' | 'canned'

/** Tabs for what staff do with messages; each role sees its own. */
export function MessageTabs({ base, current, role }: { base: string; current: MessageTab; role: string }) {
  const tab = (to: string, label: string, name: MessageTab) => ({ to, label, current: current === name })
  return (
    <Tabs
      label="Messages"
      tabs={[
        tab(base, 'Conversations', 'conversations'),
        tab(`${base}/inbox`, 'Support inbox', 'inbox'),
        ...(writesToPeople(role)
          ? [tab(`${base}/broadcasts`, 'Broadcasts', 'broadcasts'), tab(`${base}/reports`, 'Reports', 'reports')]
          : []),
        ...(role === 'chief' ? [tab(`${base}/canned`, 'Canned answers', 'canned')] : []),
      ]}
    />
  )
}
