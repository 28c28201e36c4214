import { type StoredSession, sessionCookie } from '#api/session-cookie.ts'

interface DemoSite {
  origin: string
  publishableKey: string
}

/** Signs in as a person of the demo market; returns the `Cookie` header of their pages. */
export async function demoSignIn({ origin, publishableKey }: DemoSite, email: string): Promise<string> {
  const answer = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'ajoja-demo' }),
  })
  if (!answer.ok) throw new Error(`${email} could not sign in: ${await answer.text()}`)
  return sessionCookie((await answer.json()) as StoredSession, { secure: false }).split(';')[0] ?? ''
}
