/** Names who a grant of `aclexplode` is to; everybody is no role. */
export function grantee(grant: string): string {
  return `case ${grant}.grantee when 0 then 'public' else ${grant}.grantee::regrole::text end`
}
