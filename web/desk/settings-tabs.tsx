import { Tabs } from '#web/ui/tables/tabs.tsx'

/** Tabs of the chief's settings and the email log. */
export function SettingsTabs({
  current,
}: {
  current: 'settings' | 'switches' | 'banners' | 'holidays' | 'measures' | 'templates' | 'mails' | 'text-messages'
}) {
  return (
    <Tabs
      label="Settings"
      tabs={[
        { to: '/chief/settings', label: 'Settings', current: current === 'settings' },
        { to: '/chief/settings/switches', label: 'Switches', current: current === 'switches' },
        { to: '/chief/banners', label: 'Banners', current: current === 'banners' },
        { to: '/chief/settings/holidays', label: 'Public holidays', current: current === 'holidays' },
        { to: '/chief/measures', label: 'Measures', current: current === 'measures' },
        { to: '/chief/settings/templates', label: 'Mails and notices', current: current === 'templates' },
        { to: '/chief/settings/mails', label: 'Email log', current: current === 'mails' },
        { to: '/chief/settings/text-messages', label: 'SMS and WhatsApp', current: current === 'text-messages' },
      ]}
    />
  )
}
