import { useLingui } from '@lingui/react'
import { vendorSorts } from '#domain/vendors/sorts.ts'
import { ListFilters, placeOptions } from '#web/ui/browse/list-filters.tsx'
import { DEFAULT_VENDOR_SORT, type VendorAddress } from './address.ts'

export function VendorFilters({ address, locations }: { address: VendorAddress; locations: readonly string[] }) {
  const { i18n } = useLingui()
  const { search, sort, location } = address
  return (
    <ListFilters
      path="/vendors"
      show={i18n.t('Show shops')}
      search={{
        label: i18n.t('Search shops by name or description'),
        placeholder: i18n.t('Name or food'),
        value: search,
      }}
      sort={{ value: sort, usual: DEFAULT_VENDOR_SORT, all: vendorSorts }}
      filters={[{ label: i18n.t('Location'), name: 'location', value: location, options: placeOptions(locations) }]}
    />
  )
}
