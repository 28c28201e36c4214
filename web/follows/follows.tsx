import { useLingui } from '@lingui/react'
import { data, Form, Link, useNavigation } from 'react-router'
import { errorTexts } from '#domain/texts/errors.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { counted } from '#web/languages/counted.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { translate } from '#web/languages/translate.ts'
import { choiceParam, pageParam, pathWithParams } from '#web/list-page.ts'
import { revalidateUnlessOffline, withOfflineFallback } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/follows.ts'
import { listOwnFollows, type OwnFollow } from './own-follows.ts'
import { readFollowed, saveFollow } from './queries.ts'
import { SavedSearches } from './saved-searches.tsx'
import { listSavedSearches, removeSearch } from './search-queries.ts'

const PATH = '/account/follows'

const faultTexts = {
  full: /*i18n*/ 'You already follow 300 shops and products, which is the most you can. Stop following one first.',
  gone: /*i18n*/ 'It is not there any more, so you cannot follow it.',
  searches: /*i18n*/ 'We already look for 20 things for you, which is the most we can. Remove one first.',
  failed: /*i18n*/ 'That did not work, and nothing has changed. Please try again.',
} as const

const FAULTS = Object.keys(faultTexts) as (keyof typeof faultTexts)[]

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = pageParam(url.searchParams)
  const api = context.get(apiContext)
  const [list, searches] = await Promise.all([
    listOwnFollows(api, page),
    listSavedSearches(api, context.get(viewerContext).userId),
  ])
  return {
    ...list,
    searches,
    page,
    fault: choiceParam(url.searchParams, 'fault', FAULTS),
  }
}

/** Unfollows an item, or follows it again; removes a saved search. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  if (form.get('kind') === 'search') {
    const unremoved = await removeSearch(context.get(apiContext), form)
    return unremoved ? data({ failed: faultTexts[unremoved], ended: null }, 409) : { failed: null, ended: null }
  }
  const followed = readFollowed(form)
  const follow = form.get('follow') === 'yes'
  const followInput = { userId: context.get(viewerContext).userId ?? '', follow }
  const fault = followed ? await saveFollow(context.get(apiContext), { ...followed, ...followInput }) : 'gone'
  if (fault || !followed) return data({ failed: faultTexts[fault ?? 'gone'], ended: null }, 409)
  const name = String(form.get('name') ?? '').slice(0, 200)
  return { failed: null, ended: follow ? null : { ...followed, name } }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withOfflineFallback(serverAction, () => ({ failed: errorTexts.offline, ended: null }))

export const shouldRevalidate = revalidateUnlessOffline

/** The shops and products a user follows. */
export default function Follows({ loaderData, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { rows, page, pageCount, failure, fault, searches } = loaderData
  const failed = actionData ? actionData.failed : fault && faultTexts[fault]
  return (
    <>
      <PageHeading
        lead={i18n.t('We tell you as soon as one of them opens a group buy. Vendors do not see who follows them.')}
      >
        {i18n.t('Following')}
      </PageHeading>
      {failed && (
        <Notice tone="error" className="mb-5">
          {translate(i18n, failed)}
        </Notice>
      )}
      {actionData?.ended && <Ended {...actionData.ended} />}
      {failure && <ErrorState message={failure} reload />}
      {!failure && rows.length === 0 && searches.length === 0 && (
        <EmptyState
          title={i18n.t('You do not follow anything yet.')}
          action={<LinkButton to="/vendors">{i18n.t('See the shops')}</LinkButton>}
        >
          {i18n.t(
            'Open a shop you like and tap “Follow this shop”. You then see it here and hear about its group buys first.',
          )}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ul className="divide-y divide-grain border-y border-grain">
          {rows.map((row) => (
            <Row key={row.id} {...row} />
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        pageCount={pageCount}
        linkTo={(to) => pathWithParams(PATH, { page: to })}
        label={i18n.t('shops and products')}
      />
      <SavedSearches searches={searches} />
      <p className="mt-8">
        <Link to="/account/notices/preferences" className="text-link font-semibold">
          {i18n.t('How we notify you')}
        </Link>
      </p>
    </>
  )
}

function Row({ id, kind, name, from, wantsRestock, openBuys }: OwnFollow) {
  const { i18n } = useLingui()
  const to = kind === 'product' ? `/products/${id}` : `/shop/${id}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 max-w-measure break-words">
        <h2 className="text-18">
          {name ? (
            <Link to={to} className="text-link">
              {name}
            </Link>
          ) : (
            i18n.t('Not on sale any more')
          )}
        </h2>
        <p className="text-soft">
          {!name
            ? i18n.t('Nobody can see it now.')
            : kind === 'shop'
              ? i18n.t('Shop, {place}', { place: from })
              : i18n.t('Product, {shop}', { shop: from })}
        </p>
        {wantsRestock && <p className="text-14">{i18n.t('Sold out. We tell you once when it is back.')}</p>}
        <OpenBuys kind={kind} id={id} openBuys={openBuys} />
      </div>
      <FollowAgainOrStop kind={kind} id={id} name={name ?? ''} follow="no" />
    </li>
  )
}

function OpenBuys({ kind, id, openBuys }: Pick<OwnFollow, 'kind' | 'id' | 'openBuys'>) {
  const { i18n } = useLingui()
  const [first] = openBuys
  if (!first) return null
  const isOne = openBuys.length === 1
  const to = isOne ? `/group-buys/${first.id}` : kind === 'shop' ? `/shop/${id}` : `/products/${id}`
  return (
    <Link to={to} className="font-semibold text-leaf underline">
      {counted(i18n, openBuys.length, {
        one: /*i18n*/ 'A group buy is open',
        many: /*i18n*/ '{count} group buys are open',
      })}
    </Link>
  )
}

function Ended({ kind, id, name }: { kind: OwnFollow['kind']; id: string; name: string }) {
  const { i18n } = useLingui()
  return (
    <Notice tone="success" className="mb-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="min-w-0 break-words">
          {name ? i18n.t('You no longer follow {name}.', { name }) : i18n.t('You no longer follow it.')}
        </span>
        {name && <FollowAgainOrStop kind={kind} id={id} name={name} follow="yes" />}
      </div>
    </Notice>
  )
}

function FollowAgainOrStop({
  kind,
  id,
  name,
  follow,
}: {
  kind: string
  id: string
  name: string
  follow: 'yes' | 'no'
}) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('id') === id
  return (
    <Form method="post" action={PATH} preventScrollReset>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="name" value={name} />
      <Button
        tone="plain"
        size="small"
        name="follow"
        value={follow}
        busy={busy}
        aria-label={follow === 'no' && name ? i18n.t('Stop following {name}', { name }) : undefined}
      >
        {follow === 'no' ? i18n.t('Stop following') : i18n.t('Undo')}
      </Button>
    </Form>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Following'), i18n.t('The shops and products you want to hear about.'))
}
