import { useEffect } from 'react'
import { titled } from '#web/titled.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { authInBrowser } from '../session/auth-in-browser.ts'
import '#web/theme/desk.css'

/** Shown after an account is deleted; the browser forgets it too. */
export default function Goodbye() {
  useEffect(() => {
    void authInBrowser.signOut().catch(() => undefined)
  }, [])
  return (
    <>
      <PageHeading lead="Your name is no longer on anything here. Thank you for sharing with us.">
        Your account is deleted
      </PageHeading>
      <LinkButton to="/group-buys">Active Group Buys</LinkButton>
    </>
  )
}

export const meta = () => [...titled('Your account is deleted', 'Goodbye.'), { name: 'robots', content: 'noindex' }]
