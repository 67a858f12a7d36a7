import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeCheckbox,
  vsCodeDivider,
  vsCodeProgressRing,
  vsCodeRadio,
  vsCodeRadioGroup,
} from '@vscode/webview-ui-toolkit';
import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import type { IconName } from './icons';

/**
 * Registers the component toolkit, which only this file names. The toolkit is deprecated and its successor has the same
 * tag names, so the tags have Enso's own prefix and can be replaced in this file.
 */
export function registerControls(): void {
  provideVSCodeDesignSystem()
    .withPrefix('enso')
    .register(
      vsCodeButton(),
      vsCodeCheckbox(),
      vsCodeDivider(),
      vsCodeProgressRing(),
      vsCodeRadio(),
      vsCodeRadioGroup(),
    );
}

export interface ButtonOptions {
  readonly label: string;
  readonly kind?: 'primary' | 'secondary';
  /** Shown before the label. */
  readonly icon?: IconName;
  readonly disabled?: boolean;
  readonly title?: string;
  readonly onPress: () => void;
}

/** Draws a button with a label. */
export function button({
  label,
  kind = 'secondary',
  icon,
  disabled = false,
  title,
  onPress,
}: ButtonOptions): TemplateResult {
  return html`<enso-button
    class="press"
    appearance=${kind}
    ?disabled=${disabled}
    title=${title ?? nothing}
    @click=${disabled ? nothing : onPress}
    >${icon === undefined ? nothing : html`<span slot="start" class="codicon codicon-${icon}" aria-hidden="true"></span>`}${label}</enso-button
  >`;
}

export interface IconButtonOptions {
  /** The tooltip, also the name for screen readers. */
  readonly label: string;
  readonly icon: IconName;
  readonly disabled?: boolean;
  readonly onPress: (event: Event) => void;
}

/** Draws a button with an icon only. */
export function iconButton({ label, icon, disabled = false, onPress }: IconButtonOptions): TemplateResult {
  return html`<enso-button
    appearance="icon"
    aria-label=${label}
    title=${label}
    ?disabled=${disabled}
    @click=${disabled ? nothing : onPress}
    ><span class="codicon codicon-${icon}" aria-hidden="true"></span
  ></enso-button>`;
}

export interface CheckboxOptions {
  readonly label: unknown;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function checkbox({ label, checked, onChange }: CheckboxOptions): TemplateResult {
  return html`<enso-checkbox
    .checked=${live(checked)}
    @change=${(event: Event) => onChange(isChecked(event.currentTarget))}
    >${label}</enso-checkbox
  >`;
}

export interface RadioGroupOptions {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: unknown }[];
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}

export function radioGroup({ label, options, value, onChange }: RadioGroupOptions): TemplateResult {
  return html`<enso-radio-group
    orientation="vertical"
    aria-label=${label}
    .value=${live(value ?? '')}
    @change=${(event: Event) => {
      const chosen = groupValue(event.currentTarget);
      if (chosen !== '') onChange(chosen);
    }}
    >${options.map(
      (option) => html`<enso-radio value=${option.value}>${option.label}</enso-radio>`,
    )}</enso-radio-group
  >`;
}

/** Draws progress of unknown length. */
export function progressRing(label: string): TemplateResult {
  return html`<enso-progress-ring aria-label=${label}></enso-progress-ring>`;
}

export function divider(): TemplateResult {
  return html`<enso-divider role="presentation"></enso-divider>`;
}

const isChecked = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && 'checked' in target && target.checked === true;

/** Returns the value of a radio group, because the radios' own events don't leave the group. */
const groupValue = (target: EventTarget | null): string =>
  target instanceof HTMLElement && 'value' in target && typeof target.value === 'string' ? target.value : '';

/** Returns the text of the field that an input event came from. */
export function fieldText(event: Event): string {
  return event.target instanceof HTMLTextAreaElement ? event.target.value : '';
}
