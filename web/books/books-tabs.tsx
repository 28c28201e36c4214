import { Tabs } from '#web/ui/tables/tabs.tsx'

/** The sections of the operator's books. */
export function BooksTabs({ current }: { current: 'ledger' | 'differences' | 'checks' }) {
  return (
    <Tabs
      label="Books"
      tabs={[
        { to: '/chief/ledger', label: 'Ledger', current: current === 'ledger' },
        { to: '/chief/ledger/differences', label: 'Differences', current: current === 'differences' },
        { to: '/chief/ledger/checks', label: 'Nightly check', current: current === 'checks' },
      ]}
    />
  )
}
