import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { createSchemaWriter, type JsonSchema } from './json-schema.ts'

export interface CommandTypes {
  input: JsonSchema
  output: JsonSchema
  description: string
  feature: string
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Input and output of each command as JSON Schema, from `CommandsByFeature` in api/commands.ts. */
export function readCommandTypes(): { commands: Map<string, CommandTypes>; definitions: Record<string, JsonSchema> } {
  const config = ts.getParsedCommandLineOfConfigFile(
    `${root}/api/tsconfig.json`,
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic(fault) {
        throw new Error(ts.flattenDiagnosticMessageText(fault.messageText, '\n'))
      },
    },
  )
  const file = `${root}/api/commands.ts`
  const program = ts.createProgram([file], config?.options ?? {})
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const exported = source && checker.getSymbolAtLocation(source)
  const byFeature = exported && checker.getExportsOfModule(exported).find(({ name }) => name === 'CommandsByFeature')
  if (!byFeature) throw new Error('api/commands.ts has no CommandsByFeature')

  const writer = createSchemaWriter(checker)
  const commands = new Map<string, CommandTypes>()
  for (const feature of propertiesOf(checker, checker.getDeclaredTypeOfSymbol(byFeature))) {
    for (const command of propertiesOf(checker, feature.type)) {
      const parts = new Map(propertiesOf(checker, command.type).map(({ symbol, type }) => [symbol.name, type]))
      const write = (part: string) => {
        const type = parts.get(part)
        if (!type) throw new Error(`${command.symbol.name} has no ${part}`)
        return writer.write(type, `${command.symbol.name}.${part}`)
      }
      commands.set(command.symbol.name, {
        input: write('input'),
        output: write('output'),
        description: writer.documentation(command.symbol),
        feature: feature.symbol.name,
      })
    }
  }
  return { commands, definitions: writer.definitions }
}

function propertiesOf(checker: ts.TypeChecker, type: ts.Type) {
  return checker.getPropertiesOfType(type).map((symbol) => ({ symbol, type: checker.getTypeOfSymbol(symbol) }))
}
