{{- define "lectern.labels" -}}
app.kubernetes.io/name: lectern
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{ include "lectern.own" . }}
{{- end -}}

{{/* What the parts of one service have in common, also the job that prepares it. */}}
{{- define "lectern.own" -}}
app.kubernetes.io/part-of: lectern
lectern.service: {{ .name }}
{{- end -}}

{{- define "lectern.selector" -}}
{ app.kubernetes.io/name: lectern, app.kubernetes.io/instance: {{ .root.Release.Name }}, app.kubernetes.io/component: {{ .name }} }
{{- end -}}

{{- define "lectern.fullname" -}}
{{ .root.Release.Name }}-{{ .name }}
{{- end -}}

{{- define "lectern.pod" -}}
automountServiceAccountToken: false
serviceAccountName: {{ include "lectern.account" . }}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  seccompProfile: { type: RuntimeDefault }
{{- with .root.Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .root.Values.nodeSelector }}
nodeSelector: {{ toJson . }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations: {{ toJson . }}
{{- end }}
volumes:
  - name: tmp
    emptyDir: { sizeLimit: {{ .service.scratch | default "256Mi" }} }
{{- end -}}

{{/* The job that prepares runs before an installation's own account is there. */}}
{{- define "lectern.account" -}}
{{- if .job }}default{{ else }}{{ include "lectern.fullname" . }}{{ end }}
{{- end -}}

{{- define "lectern.container" -}}
name: {{ .name }}
image: {{ printf "%s/%s:%s" .root.Values.image.registry .name (.root.Values.image.tag | default .root.Chart.AppVersion) }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: {{ not .root.Values.writable }}
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  capabilities: { drop: [ALL] }
env:
  {{- range $key, $value := .root.Values.settings }}
  - { name: {{ $key }}, value: {{ $value | toString | quote }} }
  {{- end }}
  {{- range $key, $value := .service.settings }}
  - { name: {{ $key }}, value: {{ $value | toString | quote }} }
  {{- end }}
  - { name: DRAIN_SECONDS, value: {{ .root.Values.drainSeconds | quote }} }
  - { name: STOP_SECONDS, value: {{ .root.Values.stopSeconds | quote }} }
  {{- range .service.secret }}
  - name: {{ . }}
    valueFrom: { secretKeyRef: { name: {{ $.root.Values.secret }}, key: {{ . }} } }
  {{- end }}
  {{- range .service.optionalSecret }}
  - name: {{ . }}
    valueFrom: { secretKeyRef: { name: {{ $.root.Values.secret }}, key: {{ . }}, optional: true } }
  {{- end }}
  {{- if eq .name "gateway" }}
  {{- range $other, $_ := .root.Values.services }}
  {{- if ne $other "gateway" }}
  - { name: {{ upper $other }}_URL, value: "http://{{ $.root.Release.Name }}-{{ $other }}:8080" }
  {{- end }}
  {{- end }}
  {{- end }}
resources:
  requests:
    cpu: {{ .service.resources.cpu | quote }}
    memory: {{ .service.resources.memory }}
    ephemeral-storage: {{ .service.scratch | default "256Mi" }}
  limits:
    {{- /* Node stalls when it is cut off in mid-work: what it may take at most is wide. */}}
    cpu: {{ .service.resources.cpuLimit | default "2" | quote }}
    memory: {{ .service.resources.memoryLimit }}
    ephemeral-storage: {{ .service.scratch | default "512Mi" }}
volumeMounts:
  - { name: tmp, mountPath: /tmp }
{{- end -}}
