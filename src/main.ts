import { Command, CommanderError } from 'commander'
import { configCommand } from './commands/config.ts'
import { doctorCommand } from './commands/doctor.ts'
import { keysCommand } from './commands/keys.ts'
import { modelsCommand } from './commands/models.ts'
import { serveCommand } from './commands/serve.ts'
import { ConfigError } from './config/config-error.ts'
import { PlatformError } from './core/errors.ts'
import { version } from './version.ts'

const program = new Command('medley')
  .description('One self-hosted server for a whole model platform: chat, speech, recognition, images, music and files.')
  .version(version)
  .addHelpText(
    'after',
    `
Variables:
  HOST, PORT        where to listen (127.0.0.1, 8080)
  MEDLEY_DATA       database, blobs, weights (./data)
  MEDLEY_WEIGHTS    weights of built-in models, if elsewhere (MEDLEY_DATA/weights)
  MEDLEY_PULL       never: nothing is fetched by itself (auto)
  MEDLEY_CONFIG     which engine serves which model (./medley.yaml, optional)
  MEDLEY_API_KEY    a key to accept as it is; without one the first start makes a key and shows it once

Examples:
  medley serve
  medley keys create --name laptop --requests-per-minute 60
  medley doctor

Exit codes: 0 done, 1 it failed, 2 the command or the configuration is wrong.`,
  )
  .addCommand(serveCommand())
  .addCommand(keysCommand())
  .addCommand(modelsCommand())
  .addCommand(configCommand())
  .addCommand(doctorCommand())

/** The parser's own exit code for a wrong command is 1; ours is 2, so that scripts can tell it from a failure. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  return error instanceof ConfigError ? 2 : 1
}

function messageOf(error: unknown): string | undefined {
  if (error instanceof CommanderError) return undefined
  if (error instanceof ConfigError || error instanceof PlatformError) return error.message
  return error instanceof Error ? error.message : String(error)
}

for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
  command.exitOverride().showHelpAfterError('(--help tells more)')
}
try {
  const words = process.argv.slice(2)
  await program.parseAsync(words.length === 0 ? ['serve'] : words, { from: 'user' })
} catch (error) {
  const message = messageOf(error)
  if (message !== undefined) process.stderr.write(`medley: ${message}\n`)
  process.exitCode = exitCodeOf(error)
}
