import { expect, it } from 'vitest'
import { linkFault } from './link-fault.ts'

const SPENT = 'This link has been used or has expired. Please ask for a new one.'
const UNEXPECTED = 'An unexpected authentication error occurred'

it.each([
  ['error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired', SPENT],
  ['error=access_denied&error_description=x', SPENT],
  ['error=invalid_request&error_code=flow_state_expired', SPENT],
  ['error=access_denied&error_code=bad_oauth_callback&error_description=The+person+said+no', UNEXPECTED],
  ['error=invalid_request&error_code=provider_email_needs_verification&error_description=x', UNEXPECTED],
  ['error=server_error&error_code=unexpected_failure&error_description=Unable+to+exchange+external+code', UNEXPECTED],
  ['error_description=Your+account+was+closed.+Call+0800', UNEXPECTED],
  ['error=invalid_request&error_code=over_request_rate_limit', 'Too many attempts. Please try again later.'],
  ['next=/cart', null],
])('%s', (search, text) => expect(linkFault(new URLSearchParams(search))).toBe(text))
