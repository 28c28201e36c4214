import { Tabs } from '#web/ui/tables/tabs.tsx'

const BASE = '/chief/data-protection'

/** Tabs of the data protection desk. */
export function DataProtectionTabs({ current }: { current: 'requests' | 'incidents' | 'register' | 'officer' }) {
  return (
    <Tabs
      label="Data protection"
      tabs={[
        { to: BASE, label: 'Requests', current: current === 'requests' },
        { to: `${BASE}/incidents`, label: 'Incidents', current: current === 'incidents' },
        { to: `${BASE}/register`, label: 'Register', current: current === 'register' },
        { to: `${BASE}/officer`, label: 'Officer', current: current === 'officer' },
      ]}
    />
  )
}
