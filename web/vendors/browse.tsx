import { useLingui } from '@lingui/react'
import { CardList } from '#web/adverts/card-list.tsx'
import { listAdverts } from '#web/adverts/queries.ts'
import { apiContext } from '#web/context.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { pageMeta, partTitle } from '#web/page-meta.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import type { Route } from './+types/browse.ts'
import { readVendorAddress, vendorAddress } from './address.ts'
import { VendorFilters } from './filters.tsx'
import { listShopLocations, listVendors } from './queries.ts'
import { VendorCard } from './vendor-card.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const address = readVendorAddress(url.searchParams)
  const [{ vendors, count, error }, locations, adverts] = await Promise.all([
    listVendors(api, address),
    listShopLocations(api),
    listAdverts(api, 'vendors', new Date().toISOString()),
  ])
  return { address, vendors, count, failure: error, locations, adverts }
}

export default function VendorShops({ loaderData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { address, vendors, count, failure, locations, adverts } = loaderData
  return (
    <>
      <PageHeading lead={i18n.t('Every shop has a name, a place and a record you can read before you buy.')}>
        {i18n.t('Vendor Shops')}
      </PageHeading>
      <CardList
        labels={{ section: i18n.t('Shops'), cards: i18n.t('Vendor shops'), pages: i18n.t('shops') }}
        filters={<VendorFilters address={address} locations={locations} />}
        noun={{ one: /*i18n*/ '{count} shop', many: /*i18n*/ '{count} shops' }}
        count={count}
        failure={failure}
        cards={vendors.map((vendor) => (
          <li key={vendor.id}>
            <VendorCard vendor={vendor} />
          </li>
        ))}
        adverts={adverts}
        page={address.page}
        linkTo={(page) => vendorAddress({ ...address, page })}
        search={address.search}
        empty={{
          title: i18n.t('No vendors found matching your criteria.'),
          all: i18n.t('Show all shops'),
          to: '/vendors',
        }}
      />
    </>
  )
}

export const meta: Route.MetaFunction = ({ loaderData: { address } = {}, matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(
    partTitle(i18n, i18n.t('Vendor Shops'), { part: address?.location, page: address?.page }),
    i18n.t('Foodstuff shops in Nigerian markets: their ratings, orders, delivery times and places.'),
  )
}
