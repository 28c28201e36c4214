import { Tabs } from '#web/ui/tables/tabs.tsx'

/** Tabs for pickup points and delivery zones. */
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

/** "coordinator" or "chief": the pages exist in both areas. */
export const areaFromPath = (pathname: string): string => (pathname.startsWith('/chief') ? 'chief' : 'coordinator')
