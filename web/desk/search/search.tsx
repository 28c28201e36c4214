import { Link, redirect } from 'react-router'
import type { Api } from '#api/api.ts'
import { type Contact, readContact, readRecordSearch } from '#domain/search/record-search.ts'
import { cleanSearchText, MAX_SEARCH_LENGTH } from '#domain/search/search-text.ts'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import { apiContext } from '#web/context.ts'
import { readForm } from '#web/forms/form.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { SearchForm } from '#web/ui/browse/search-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/search.ts'
import { ContactForm } from './contact-form.tsx'
import { type FoundGroup, ordersGroup, peopleGroup, readRecords } from './read-records.ts'
import { isSearchedArea, listPath, type SearchedArea } from './record-kinds.ts'

interface Found {
  q: string
  groups: FoundGroup[]
  /** More people have the name than were looked at. */
  isCut: boolean
  failure: string | null
}

export interface SearchAnswer extends Found {
  area: SearchedArea
  /** `contact`: a whole phone number or e-mail address, which is looked up only by a form. */
  kind: 'empty' | 'too-short' | 'contact' | 'records'
  /** The list of orders filtered by the text, where names and goods are found too. */
  orders: string | null
}

export async function loader({ url, context }: Route.LoaderArgs): Promise<SearchAnswer> {
  const area = areaOf(url)
  const q = cleanSearchText(url.searchParams.get('q'))
  const search = readRecordSearch(q)
  const none = { area, q, groups: [], isCut: false, failure: null, orders: null }
  if (search.kind !== 'records') return { ...none, kind: q === '' ? 'empty' : search.kind }
  const found = await readRecords(context.get(apiContext), area, search.asked)
  return { ...none, ...found, kind: 'records', orders: search.asked.words && listPath(area, 'order', q) }
}

/** A look-up by phone number or e-mail address, by POST so that the contact is in no address, and recorded. */
export async function action({ request, url, context }: Route.ActionArgs): Promise<Found> {
  const q = cleanSearchText((await readForm(request)).field('q'))
  const contact = readContact(q)
  if (!contact) throw redirect(`${url.pathname}?${new URLSearchParams({ q })}`)
  const found = await lookUp(context.get(apiContext), areaOf(url), { q, contact })
  return { q, isCut: false, ...found }
}

export const shouldRevalidate = revalidateUnlessOffline

/** The results of the quick search, complete without scripts. */
export default function Search({ loaderData, actionData }: Route.ComponentProps) {
  const { area, kind, orders } = loaderData
  const { q, groups, isCut, failure } = actionData ?? loaderData
  const isSearched = actionData !== undefined || kind === 'records'
  return (
    <>
      <PageHeading lead={SCOPES[area]}>{q ? `Search: ${q}` : 'Search'}</PageHeading>
      <SearchForm className="mb-6 flex max-w-[560px] items-end gap-3">
        <TextField
          label="Number, name, phone or reference"
          name="q"
          type="search"
          defaultValue={q}
          maxLength={MAX_SEARCH_LENGTH}
          autoComplete="off"
          className="min-w-0 flex-1"
        />
        <Button>Search</Button>
      </SearchForm>
      {failure && <ErrorState message={failure} />}
      {!actionData && kind === 'contact' && <ContactForm q={q} area={area} />}
      {!actionData && kind === 'too-short' && <p>Type at least three letters of a name, or a number.</p>}
      {groups.map((group) => (
        <GroupSection key={group.kind} group={group} />
      ))}
      {isCut && (
        <Notice tone="info">
          Many people have this name, and not all of them were looked at. Type more of the name.
        </Notice>
      )}
      {isSearched && groups.length === 0 && !isCut && !failure && (
        <EmptyState title={`Nothing found for “${q}”.`}>{SCOPES[area]}</EmptyState>
      )}
      {!actionData && orders && (
        <p className="mt-6">
          <Link to={orders} className="text-link inline-flex min-h-11 items-center">
            Orders of people, shops and goods with this name
          </Link>
        </p>
      )}
    </>
  )
}

const SCOPES: Record<SearchedArea, string> = {
  vendor: 'Orders, buyers, products, group buys and claims of your shop.',
  manager: 'Orders, people, shops, products, group buys, payments, claims and places of your states.',
  coordinator: 'Orders, buyers, shops, products, group buys, payments, claims and places of all states.',
  chief: 'Orders, people, shops, products, group buys, payments, claims and places.',
  content: 'Products, featured deals, adverts and blog posts.',
}

function GroupSection({ group: { kind, heading, records, all } }: { group: FoundGroup }) {
  return (
    <section aria-labelledby={`found-${kind}`} className="mb-6">
      <SectionHeading
        id={`found-${kind}`}
        action={
          all && (
            <Link to={all} className="text-link inline-flex min-h-11 items-center">
              All {heading.toLowerCase()} with this text
            </Link>
          )
        }
      >
        {heading}
      </SectionHeading>
      <ul className="divide-y divide-grain rounded-card border border-grain bg-card">
        {records.map(({ to, title, note }) => (
          <li key={`${to} ${note}`} className="relative px-4 py-2">
            <Link to={to} className="text-link font-semibold break-words after:absolute after:inset-0">
              {title}
            </Link>
            {note && <p className="text-14 text-soft">{note}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function areaOf({ pathname }: URL): SearchedArea {
  const name = pathname.split('/')[1]?.toLowerCase()
  if (!isSearchedArea(name)) throw new Error(`${pathname} has no search`)
  return name
}

async function lookUp(api: Api, area: SearchedArea, { q, contact }: { q: string; contact: Contact }) {
  const failed = (failure: string) => ({ groups: [], failure })
  if (area === 'content') return failed('The content desk finds no people.')
  if (area === 'vendor') {
    if (!contact.phone) return failed('A shop finds its orders by the buyer’s phone number or name, not by e-mail.')
    const done = await api.command('find-orders-by-phone', { phone: contact.phone })
    if (!done.ok) return failed(formatInEnglish(done.refusal.message))
    return { groups: withRecords(ordersGroup(done.value.orders)), failure: null }
  }
  const done = await api.command('find-people-by-contact', { contact: q })
  if (!done.ok) return failed(formatInEnglish(done.refusal.message))
  return { groups: withRecords(peopleGroup(area, done.value.people)), failure: null }
}

const withRecords = (group: FoundGroup): FoundGroup[] => (group.records.length > 0 ? [group] : [])

export const meta: Route.MetaFunction = () =>
  pageMeta('Search', 'Orders, people, shops and more, found by number or name.')
