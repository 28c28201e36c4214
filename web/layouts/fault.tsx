import { isRouteErrorResponse, useLocation, useRevalidator } from 'react-router'
import { brand } from '#domain/brand.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { NOT_NOW } from '#domain/texts/screens.ts'
import { isNoWay } from '#web/offline.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { Frame } from './frame.tsx'

interface Words {
  title: string
  lead: string
}

/** For a page that is missing, forbidden or failed: what happened, what is safe, what to do. */
export function FaultPage({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  const { title, lead } = isNoWay(error) ? OFFLINE : wordsFor(status)
  return (
    <Frame>
      <div className="flex flex-col items-start gap-8 md:flex-row md:items-center md:gap-14">
        <img src="/hero/empty-stall.svg" alt="" width={320} height={240} className="w-full max-w-80 rounded-card" />
        <div>
          <title>{`${title} · ${brand.name}`}</title>
          <meta name="robots" content="noindex" />
          <PageHeading lead={lead}>{title}</PageHeading>
          <div className="flex flex-wrap gap-3">
            {status >= 500 && <TryAgain offline={isNoWay(error)} />}
            <LinkButton to="/products" tone={status >= 500 ? 'plain' : 'primary'}>
              Browse Deals
            </LinkButton>
            <LinkButton to="/group-buys" tone="plain">
              Active Group Buys
            </LinkButton>
            <LinkButton to="/contact" tone="quiet">
              Contact us
            </LinkButton>
          </div>
        </div>
      </div>
    </Frame>
  )
}

/** Offline, the page is reloaded in place: a full load would end on the browser's own error page. */
function TryAgain({ offline }: { offline: boolean }) {
  const { pathname, search } = useLocation()
  const { state, revalidate } = useRevalidator()
  if (!offline) {
    return (
      <LinkButton to={pathname + search} reloadDocument>
        Try again
      </LinkButton>
    )
  }
  return (
    <Button type="button" busy={state === 'loading'} busyLabel="Trying" onClick={() => void revalidate()}>
      Try again
    </Button>
  )
}

const OFFLINE: Words = {
  title: errorTexts.offline,
  lead: 'This page could not be loaded. Your cart and your orders are safe. Please try again when you are back online.',
}

function wordsFor(status: number): Words {
  if (status === 404) {
    return {
      title: 'This page does not exist',
      lead: 'The address may be mistyped, or the deal has ended and been taken down. Your cart and your orders are safe.',
    }
  }
  if (status === 401 || status === 403) {
    return { title: 'This page is not open to you', lead: 'You are signed in, but this page belongs to another role.' }
  }
  if (status === 503) return NOT_NOW
  if (status < 500)
    return {
      title: 'This address could not be read',
      lead: 'Something in the address is not right. Nothing was changed.',
    }
  return {
    title: 'This page could not be shown',
    lead: 'The fault is ours and has been logged. Your cart, orders and money are safe. Please try again in a minute.',
  }
}
