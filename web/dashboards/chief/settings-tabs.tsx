import { Tabs } from '#web/ui/tabs.tsx'

/** What a chief may change, and the record of who changed what. */
export function SettingsTabs({ current }: { current: 'settings' | 'templates' }) {
  return (
    <Tabs
      label="Settings"
      tabs={[
        { to: '/chief/settings', label: 'Settings', current: current === 'settings' },
        { to: '/chief/settings/templates', label: 'Email templates', current: current === 'templates' },
        { to: '/chief/audit', label: 'Audit log', current: false },
      ]}
    />
  )
}
