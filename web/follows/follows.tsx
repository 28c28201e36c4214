import { data, Form, Link, useNavigation } from 'react-router'
import { errorTexts } from '#domain/texts/errors.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { keepWhenOffline, orOffline } from '#web/offline.ts'
import { titled } from '#web/titled.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { addressOf, askedOneOf, pageOf } from '../list-page.ts'
import type { Route } from './+types/follows.ts'
import { listOwnFollows, type OwnFollow } from './own-follows.ts'
import { readFollowed, saveFollow } from './queries.ts'

const PATH = '/account/follows'

const faultTexts = {
  full: 'You follow 300 shops and products, the most there can be. Stop following one first.',
  gone: 'It is not there any more, so you cannot follow it.',
  failed: 'That did not go through. Nothing has changed; please try again.',
} as const

const FAULTS = Object.keys(faultTexts) as (keyof typeof faultTexts)[]

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = pageOf(url.searchParams)
  return {
    ...(await listOwnFollows(context.get(apiContext), page)),
    page,
    fault: askedOneOf(url.searchParams, 'fault', FAULTS),
  }
}

/** Stops following one, or follows it again. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const followed = readFollowed(form)
  const follow = form.get('follow') === 'yes'
  const wish = { userId: context.get(viewerContext).userId ?? '', follow }
  const fault = followed ? await saveFollow(context.get(apiContext), { ...followed, ...wish }) : 'gone'
  if (fault || !followed) return data({ failed: faultTexts[fault ?? 'gone'], ended: null }, 409)
  const name = String(form.get('name') ?? '').slice(0, 200)
  return { failed: null, ended: follow ? null : { ...followed, name } }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orOffline(serverAction, () => ({ failed: errorTexts.offline, ended: null }))

export const shouldRevalidate = keepWhenOffline

/** The shops and products that a person wants to hear of. */
export default function Follows({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, page, pageCount, failure, fault } = loaderData
  const failed = actionData ? actionData.failed : fault && faultTexts[fault]
  return (
    <>
      <PageHeading lead="You hear from us as soon as one of them opens a group buy. Vendors do not see who follows them.">
        Following
      </PageHeading>
      {failed && (
        <Notice tone="error" className="mb-5">
          {failed}
        </Notice>
      )}
      {actionData?.ended && <Ended {...actionData.ended} />}
      {failure && <ErrorState message={failure} reload />}
      {!failure && rows.length === 0 && (
        <EmptyState title="You follow nobody yet." action={<LinkButton to="/vendors">See the shops</LinkButton>}>
          Open a shop you like and tap “Follow this shop”. It then stands here, and you hear of its group buys first.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ul className="divide-y divide-grain border-y border-grain">
          {rows.map((row) => (
            <Row key={row.id} {...row} />
          ))}
        </ul>
      )}
      <Pagination page={page} pageCount={pageCount} linkTo={(to) => addressOf(PATH, { page: to })} label="follows" />
      <p className="mt-8">
        <Link to="/account/notices/preferences" className="text-link font-semibold">
          How we tell you
        </Link>
      </p>
    </>
  )
}

function Row({ id, kind, name, from, openBuys }: OwnFollow) {
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
            'Not on sale any more'
          )}
        </h2>
        <p className="text-soft">
          {name ? [kind === 'shop' ? 'Shop' : 'Product', from].join(', ') : 'Nobody sees it now.'}
        </p>
        <OpenBuys kind={kind} id={id} openBuys={openBuys} />
      </div>
      <FollowAgainOrStop kind={kind} id={id} name={name ?? ''} follow="no" />
    </li>
  )
}

function OpenBuys({ kind, id, openBuys }: Pick<OwnFollow, 'kind' | 'id' | 'openBuys'>) {
  const [first] = openBuys
  if (!first) return null
  const isOne = openBuys.length === 1
  const to = isOne ? `/group-buys/${first.id}` : kind === 'shop' ? `/shop/${id}` : `/products/${id}`
  return (
    <Link to={to} className="font-semibold text-leaf underline">
      {isOne ? 'A group buy is open' : `${openBuys.length} group buys are open`}
    </Link>
  )
}

function Ended({ kind, id, name }: { kind: OwnFollow['kind']; id: string; name: string }) {
  return (
    <Notice tone="success" className="mb-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="min-w-0 break-words">You no longer follow {name || 'it'}.</span>
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
        aria-label={follow === 'no' && name ? `Stop following ${name}` : undefined}
      >
        {follow === 'no' ? 'Stop following' : 'Undo'}
      </Button>
    </Form>
  )
}

export const meta: Route.MetaFunction = () => titled('Following', 'The shops and products you want to hear of.')
