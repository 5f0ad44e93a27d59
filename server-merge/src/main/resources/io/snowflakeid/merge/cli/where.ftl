${message}
<#assign width = 0>
<#list values as column, value>
<#assign width = [width, column?length]?max>
</#list>
<#list values as column, value>
  ${column?right_pad(width)}  ${value}
</#list>
