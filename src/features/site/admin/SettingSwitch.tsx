import type { Path, PathValue } from 'react-hook-form'
import { Switch } from '#ui/admin/forms/Switch.tsx'
import type { StoredForm } from '#ui/admin/forms/useStoredForm.ts'

type Props<Fields extends Record<string, string>> = {
  form: StoredForm<Fields>
  name: Path<Fields>
  label: string
  help: string
}

/** The value is 'true' or 'false'. */
export function SettingSwitch<Fields extends Record<string, string>>({
  form,
  name,
  label,
  help,
}: Props<Fields>) {
  return (
    <Switch
      label={label}
      help={help}
      checked={form.values[name] === 'true'}
      onChange={({ target }) =>
        form.setValue(name, String(target.checked) as PathValue<Fields, Path<Fields>>)
      }
    />
  )
}
