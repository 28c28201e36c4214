import { useLingui } from '@lingui/react'
import { isRouteErrorResponse } from 'react-router'
import { LinkButton } from './button.tsx'
import { PageHeading } from './headings.tsx'

/** Untranslated messages. */
interface NotFoundTexts {
  title: string
  /** Why the record may be missing. */
  lead: string
  back: string
  /** Where `back` leads; '..' is the parent of the address. */
  to: string
}

/** The error boundary of a record's page: the record does not exist. Other errors go on to the next boundary. */
export const notFoundBoundary =
  (texts: NotFoundTexts) =>
  ({ error }: { error: unknown }) => {
    if (!isRouteErrorResponse(error) || error.status !== 404) throw error
    return <NotFound {...texts} />
  }

function NotFound({ title, lead, back, to }: NotFoundTexts) {
  const { i18n } = useLingui()
  return (
    <>
      <PageHeading lead={i18n.t(lead)}>{i18n.t(title)}</PageHeading>
      <LinkButton to={to} relative="path">
        {i18n.t(back)}
      </LinkButton>
    </>
  )
}
