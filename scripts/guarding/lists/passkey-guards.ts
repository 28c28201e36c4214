import type { Guard } from '../guard.ts'

const PASSKEYS = 'platform/auth/tests/devices/passkeys.test.ts'
const FACTORS = 'platform/auth/tests/devices/webauthn-factors.test.ts'
const ADMIN = 'platform/auth/tests/admin.test.ts'
const PUT = 'platform/tables/tests/put.test.ts'

export const PASSKEY_GUARDS: readonly Guard[] = [
  {
    name: 'a passkey is made by a device that checks who uses it',
    file: 'platform/auth/passkeys/ceremonies.ts',
    text: '      requireUserVerification: isPasskey,\n    }),\n  )\n  if (!registrationInfo)',
    broken: '      requireUserVerification: false,\n    }),\n  )\n  if (!registrationInfo)',
    tests: [PASSKEYS],
  },
  {
    name: 'a passkey signs in only if its device has checked who uses it',
    file: 'platform/auth/passkeys/ceremonies.ts',
    text: '      requireUserVerification: isPasskey,\n      credential: {',
    broken: '      requireUserVerification: false,\n      credential: {',
    tests: [PASSKEYS],
  },
  {
    name: 'a device that counts its uses backwards was copied',
    file: 'platform/auth/passkeys/ceremonies.ts',
    text: 'counter: Number(credential.sign_count),',
    broken: 'counter: 0,',
    tests: [PASSKEYS],
  },
  {
    name: 'a challenge is answered once',
    file: 'platform/auth/passkeys/challenges.ts',
    text: '`delete from auth.webauthn_challenges\n      where id = $1 and user_id is not distinct from $2 and factor_id is not distinct from $3\n     returning',
    broken:
      '`update auth.webauthn_challenges set challenge = challenge\n      where id = $1 and user_id is not distinct from $2 and factor_id is not distinct from $3\n     returning',
    tests: [PASSKEYS],
  },
  {
    name: 'a challenge is for one person and purpose',
    file: 'platform/auth/passkeys/challenges.ts',
    text: 'where id = $1 and user_id is not distinct from $2 and factor_id is not distinct from $3',
    broken: 'where id = $1 and ($2::uuid is null or true) and factor_id is not distinct from $3',
    tests: [PASSKEYS],
  },
  {
    name: 'a challenge ends after five minutes',
    file: 'platform/auth/passkeys/challenges.ts',
    text: 'if (row.is_over) throw',
    broken: 'if (false) throw',
    tests: [PASSKEYS],
  },
  {
    name: 'a passkey signs in the account that it names',
    file: 'platform/auth/calls/passkeys/authentication.ts',
    text: '!credential || (namedUser(answer) ?? credential.user_id) !== credential.user_id',
    broken: '!credential || namedUser(answer) === ""',
    tests: [PASSKEYS],
  },
  {
    name: 'the device of a second step does not sign in alone',
    file: 'platform/auth/passkeys/credentials.ts',
    text: 'where credential_id = $1 and factor_id is null for update',
    broken: 'where credential_id = $1 for update',
    tests: [FACTORS],
  },
  {
    name: 'passkeys change only after a recent proof',
    file: 'platform/auth/passkeys/require-passkeys.ts',
    text: '  requireRecentProof(call, caller)\n',
    broken: '',
    tests: [PASSKEYS],
  },
  {
    name: 'passkeys change only after the second step',
    file: 'platform/auth/passkeys/require-passkeys.ts',
    text: "  requireHighestAal(caller, 'AAL2 session is required to manage passkeys when MFA is enabled.')\n",
    broken: '',
    tests: [PASSKEYS],
  },
  {
    name: 'people of a company have no passkeys',
    file: 'platform/auth/passkeys/require-passkeys.ts',
    text: 'if (caller.user.is_sso_user) {',
    broken: 'if (false) {',
    tests: [PASSKEYS],
  },
  {
    name: 'a person has ten passkeys at most',
    file: 'platform/auth/calls/passkeys/registration.ts',
    text: '    refuseTooMany(call, (await listPasskeys(tx, user.id)).length)\n',
    broken: '',
    tests: [PASSKEYS],
  },
  {
    name: 'a factor that was begun earlier raises no session',
    file: 'platform/auth/calls/factors/factor-verify.ts',
    text: "  if (factor.status === 'unverified') requireHighestAal(caller, 'AAL2 required to verify a new factor', 403)\n",
    broken: '',
    tests: [FACTORS],
  },
  {
    name: 'a factor keeps its device',
    file: 'platform/auth/calls/factors/factor-verify.ts',
    text: '  if (credential.credential_id !== answer.id) return false\n',
    broken: '',
    tests: [FACTORS],
  },
  {
    name: 'passkeys are deleted with their person',
    file: 'platform/auth/users/forget-user.ts',
    text: "  'webauthn_credentials',\n",
    broken: '',
    tests: [ADMIN],
  },
  {
    name: 'PUT makes no act',
    file: 'platform/tables/put.ts',
    text: 'if (table.actsOnInsert || interceptorsOf(exchange).some(({ table: name }) => name === table.name))',
    broken: 'if (false)',
    tests: [PUT],
  },
  {
    name: 'PUT names the whole key',
    file: 'platform/tables/put.ts',
    text: 'table.primaryKey.every((name) => key.has(name))',
    broken: 'table.primaryKey.some((name) => key.has(name))',
    tests: [PUT],
  },
]
