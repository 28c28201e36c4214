declare module '@adobe/structured-data-validator' {
  interface Issue {
    severity: 'ERROR' | 'WARNING'
    issueMessage: string
  }
  /** Google's rules for rich results. Without schema.org's own file it makes no network requests. */
  export default class Validator {
    constructor(schemaOrg: object | null)
    validate(data: Record<'jsonld' | 'microdata' | 'rdfa', Record<string, object[]>>): Promise<Issue[]>
  }
}
