import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { PAGE_SIZE } from '#domain/limits.ts'
import { apiContext } from '#web/context.ts'
import { counted } from '#web/languages/counted.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { pageMeta, partTitle } from '#web/page-meta.ts'
import { DealGrid } from '#web/ui/deal-card.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { NearestMatches } from '#web/ui/nearest-matches.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { listAdverts } from '../adverts/queries.ts'
import { BetweenAdverts, cardsWithAdvert } from '../adverts/with-adverts.tsx'
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
  const { address, vendors, count, failure, locations } = loaderData
  return (
    <>
      <PageHeading lead={i18n.t('Every shop has a name, a place and a record you can read before you buy.')}>
        {i18n.t('Vendor Shops')}
      </PageHeading>
      <div className="grid gap-4 lg:grid-cols-[17rem_1fr] lg:gap-6">
        <VendorFilters address={address} locations={locations} />
        <section aria-label={i18n.t('Shops')} className="min-w-0">
          <p role="status" className="mb-3 text-14 text-soft">
            {failure ? '' : counted(i18n, count, { one: /*i18n*/ '{count} shop', many: /*i18n*/ '{count} shops' })}
          </p>
          <Shops {...loaderData} />
          <Pagination
            page={address.page}
            pageCount={vendors.length > 0 ? Math.ceil(count / PAGE_SIZE) : 0}
            linkTo={(page) => vendorAddress({ ...address, page })}
            label={i18n.t('shops')}
          />
        </section>
      </div>
    </>
  )
}

function Shops({ vendors, failure, address, adverts }: Route.ComponentProps['loaderData']) {
  const { i18n } = useLingui()
  if (failure) {
    return (
      <ErrorState message={failure}>
        <Link to={vendorAddress(address)} reloadDocument className="text-link">
          {i18n.t('Try again')}
        </Link>
      </ErrorState>
    )
  }
  if (vendors.length === 0) {
    return (
      <EmptyState title={i18n.t('No vendors found matching your criteria.')}>
        <NearestMatches search={address.search} />
        <Link to="/vendors" className="text-link">
          {i18n.t('Show all shops')}
        </Link>
      </EmptyState>
    )
  }
  const cards = vendors.map((vendor) => (
    <li key={vendor.id}>
      <VendorCard vendor={vendor} />
    </li>
  ))
  return (
    <BetweenAdverts adverts={adverts}>
      <DealGrid label={i18n.t('Vendor shops')}>{cardsWithAdvert(cards, adverts)}</DealGrid>
    </BetweenAdverts>
  )
}

export const meta: Route.MetaFunction = ({ loaderData: { address } = {}, matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(
    partTitle(i18n, i18n.t('Vendor Shops'), { part: address?.location, page: address?.page }),
    i18n.t('Foodstuff shops in Nigerian markets: their ratings, orders, delivery times and places.'),
  )
}
