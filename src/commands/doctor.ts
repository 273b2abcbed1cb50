import { Command } from 'commander'
import type { Finding } from './doctor/finding.ts'
import { print, printJson, table } from './output.ts'

const marks = { good: 'ok', warning: 'WARN', broken: 'FAIL' }

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Check Node, disk, port, database, blobs, limits and engines, and say how to mend what is wrong.')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExit code 1 when something is broken; warnings leave it at 0.')
    .action(async ({ json }: { json?: boolean }) => {
      const { loadConfig } = await import('../config/config.ts')
      const config = loadConfig(process.env, process.cwd())
      const { checksOf } = await import('./doctor/checks.ts')
      const findings = []
      for (const { name, run } of checksOf(config)) {
        findings.push({ name, ...(await run().catch(asBroken)) })
      }
      if (json) printJson(findings)
      else {
        print(
          table(
            ['CHECK', '', 'FOUND'],
            findings.flatMap(finding => [
              [finding.name, marks[finding.state], finding.found],
              ...(finding.state === 'good' ? [] : [['', '', `→ ${finding.fix}`]]),
            ]),
          ),
        )
      }
      if (findings.some(({ state }) => state === 'broken')) process.exitCode = 1
    })
}

function asBroken(error: unknown): Finding {
  const found = error instanceof Error ? error.message || error.name : String(error)
  return { state: 'broken', found, fix: 'See docs/configuration.md for what this check needs.' }
}
