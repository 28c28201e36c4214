import { vendorSorts } from '#domain/vendors/sorts.ts'
import { ListFilters, placeOptions } from '#web/ui/list-filters.tsx'
import { USUAL_SORT, type VendorAddress } from './address.ts'

export function VendorFilters({ address, locations }: { address: VendorAddress; locations: readonly string[] }) {
  const { search, sort, location } = address
  return (
    <ListFilters
      path="/vendors"
      show="Show shops"
      search={{ label: 'Search shops by name or description', placeholder: 'Name or food', value: search }}
      sort={{ value: sort, usual: USUAL_SORT, all: vendorSorts }}
      filters={[{ label: 'Location', name: 'location', value: location, options: placeOptions(locations) }]}
    />
  )
}
