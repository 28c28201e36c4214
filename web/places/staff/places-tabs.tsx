import { Tabs } from '#web/ui/tabs.tsx'

/** Pickup points, and the delivery zones beside them. */
export function PlacesTabs({ area, current }: { area: string; current: 'places' | 'zones' }) {
  return (
    <Tabs
      label="Places"
      tabs={[
        { to: `/${area}/places`, label: 'Pickup points', current: current === 'places' },
        { to: `/${area}/places/zones`, label: 'Delivery zones', current: current === 'zones' },
      ]}
    />
  )
}

/** "coordinator" or "chief": the pages stand in both areas. */
export const areaOfPath = (pathname: string): string => (pathname.startsWith('/chief') ? 'chief' : 'coordinator')
